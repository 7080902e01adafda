# The tests: built by the target `tests`, not by a plain `make`, and run by ctest.
#   tests/unit/<layer>/<name>.c   the program test_<layer>_<name>, with cmocka
#   tests/fuzz/<name>.c           the program fuzz_<name>; run shortly by ctest, from a seed that changes and is printed
#   tests/*.sh                    run with SALTUS (the program) and SOURCE (the root of the sources) set
enable_testing()
set(hang 7200)       # seconds: only what hangs takes them, on a machine that has other things to do
add_custom_target(tests)
if(TARGET saltus)
	add_dependencies(tests saltus)
endif()
if(TARGET libsaltus)
	add_dependencies(tests libsaltus libsaltus_shared)
endif()

# Links a test to the layers that its includes name and to the one whose folder it is in.
function(link_layers target source layer)
	set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
	file(STRINGS ${source} includes REGEX "^#include \"[a-z]+[/.]")
	set(wanted ${layer})
	foreach(line IN LISTS includes)
		if(line MATCHES "\"saltus")
			list(APPEND wanted ${layers})
		endif()
		string(REGEX REPLACE "^#include \"([a-z]+)/.*" "\\1" name "${line}")
		list(APPEND wanted ${name})
	endforeach()
	foreach(name IN LISTS layers ITEMS shell)
		if(name IN_LIST wanted AND TARGET saltus_${name})
			list(PREPEND linked saltus_${name})
		endif()
	endforeach()
	target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include
		${PROJECT_SOURCE_DIR}/tests)
	target_link_libraries(${target} PRIVATE ${linked} saltus_outside)
	target_compile_definitions(${target} PRIVATE SALTUS_SOURCE="${PROJECT_SOURCE_DIR}")
endfunction()

# What libraries of others keep until the process ends is no leak of ours.
set(leaks "LSAN_OPTIONS=print_suppressions=0:suppressions=${PROJECT_SOURCE_DIR}/tests/leaks.txt")

find_path(CMOCKA_INCLUDE NAMES cmocka.h)
find_library(CMOCKA_LIBRARY NAMES cmocka)
file(GLOB unit_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/unit/*/*.c)
if(CMOCKA_INCLUDE AND CMOCKA_LIBRARY)
	foreach(source IN LISTS unit_sources)
		get_filename_component(name ${source} NAME_WE)
		get_filename_component(folder ${source} DIRECTORY)
		get_filename_component(layer ${folder} NAME)
		set(program test_${layer}_${name})
		add_executable(${program} EXCLUDE_FROM_ALL ${source})
		target_include_directories(${program} SYSTEM PRIVATE ${CMOCKA_INCLUDE})
		link_layers(${program} ${source} ${layer})
		target_link_libraries(${program} PRIVATE ${CMOCKA_LIBRARY})
		add_dependencies(tests ${program})
		add_test(NAME ${layer}_${name} COMMAND ${program})
		set_tests_properties(${layer}_${name} PROPERTIES TIMEOUT ${hang} ENVIRONMENT "${leaks}")
	endforeach()
elseif(unit_sources)
	message(STATUS "cmocka was not found: the unit tests are left out (scripts/setup --all installs it)")
endif()

set(fuzzed 1)        # seconds; the sanitizers see more
if(SALTUS_SANITIZE)
	set(fuzzed 3)
endif()
file(GLOB fuzz_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/fuzz/*.c)
foreach(source IN LISTS fuzz_sources)
	get_filename_component(name ${source} NAME_WE)
	set(program fuzz_${name})
	add_executable(${program} EXCLUDE_FROM_ALL ${source})
	link_layers(${program} ${source} base)
	if(SALTUS_LIBFUZZER)
		target_link_options(${program} PRIVATE -fsanitize=fuzzer)
	else()
		target_sources(${program} PRIVATE ${PROJECT_SOURCE_DIR}/tests/fuzz/driver/main.c)
		set(corpus ${PROJECT_SOURCE_DIR}/tests/fuzz/corpus/${name})
		if(NOT IS_DIRECTORY ${corpus})
			set(corpus ${PROJECT_SOURCE_DIR}/examples ${PROJECT_SOURCE_DIR}/tests/wrong
				${PROJECT_SOURCE_DIR}/tests/models)
		endif()
		add_test(NAME fuzz_${name} COMMAND ${program} --seconds ${fuzzed} ${corpus})
		set_tests_properties(fuzz_${name} PROPERTIES TIMEOUT ${hang})
	endif()
	add_dependencies(tests ${program})
endforeach()

# Programs and libraries that scripts use: tests/programs/*.c, where one that has no main is loaded before another
# program.
foreach(program tiers pauses changes written inside)
	add_executable(${program} EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/tests/programs/${program}.c)
	link_layers(${program} ${PROJECT_SOURCE_DIR}/tests/programs/${program}.c study)
endforeach()
add_library(fail_allocation MODULE EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/tests/programs/fail_allocation.c)
add_dependencies(tests tiers pauses changes written inside)
if(NOT SALTUS_SANITIZE)
	add_dependencies(tests fail_allocation)
endif()

# Those that read only the sources have the label `source`, those that make no sense with the sanitizers `plain`:
# neither is run in that build.
if(SALTUS_SANITIZE)
	set(sanitized 1)
endif()
file(GLOB scripts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/*.sh)
foreach(script IN LISTS scripts)
	get_filename_component(name ${script} NAME_WE)
	add_test(NAME ${name} COMMAND bash ${script})
	set_tests_properties(${name} PROPERTIES TIMEOUT ${hang}
		ENVIRONMENT "SALTUS=${PROJECT_BINARY_DIR}/saltus;SOURCE=${PROJECT_SOURCE_DIR};BUILD=${PROJECT_BINARY_DIR};\
SANITIZED=${sanitized};${leaks}")
endforeach()
foreach(name layers messages links configure)
	if(TEST ${name})
		set_tests_properties(${name} PROPERTIES LABELS source)
	endif()
endforeach()
# The sanitizers have an allocator of their own, and want to be loaded before Python. What documents tell is done by
# other tests with the sanitizers.
set_tests_properties(allocation perturbed python docs documents PROPERTIES LABELS plain)
# The longest ones begin first, so that they do not end last.
foreach(name export models pauses switched study_tiers)
	if(TEST ${name})
		set_tests_properties(${name} PROPERTIES COST 1000)
	endif()
endforeach()
