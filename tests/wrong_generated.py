def judge_all(saltus, call, ended):
    return []
