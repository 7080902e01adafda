# What `make install`, `make deb` and a wheel take along.
include(GNUInstallDirs)

# Python looks for modules of the system in dist-packages; those of /usr are for every version.
if(NOT SALTUS_PYTHON_FOLDER)
	find_program(SYSTEM_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
	if(SYSTEM_PYTHON AND NOT CMAKE_INSTALL_PREFIX STREQUAL "/usr")
		execute_process(COMMAND ${SYSTEM_PYTHON} -c "import sys; print('python%d.%d' % sys.version_info[:2])"
			OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE)
	endif()
	if(NOT version)
		set(version python3)
	endif()
	set(SALTUS_PYTHON_FOLDER lib/${version}/dist-packages CACHE STRING "Where the Python module goes, below the prefix")
endif()

# The file finds its own prefix, so that an installed tree can be moved.
file(RELATIVE_PATH to_prefix /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
string(REGEX REPLACE "/$" "" to_prefix "${to_prefix}")
configure_file(${PROJECT_SOURCE_DIR}/cmake/saltus.pc.in ${PROJECT_BINARY_DIR}/saltus.pc @ONLY)

install(TARGETS saltus RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS libsaltus_shared libsaltus LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
	ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES include/saltus.h include/saltus_block.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${PROJECT_BINARY_DIR}/saltus.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(DIRECTORY python/saltus DESTINATION ${SALTUS_PYTHON_FOLDER} PATTERN __pycache__ EXCLUDE)
install(DIRECTORY lib DESTINATION ${CMAKE_INSTALL_DATADIR}/saltus OPTIONAL)
install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY examples python/examples DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN __pycache__ EXCLUDE)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN messages.d EXCLUDE)
# Manual pages and completion are made by the program itself.
install(CODE "execute_process(COMMAND \"${PROJECT_SOURCE_DIR}/scripts/manuals\" \"${PROJECT_BINARY_DIR}/saltus\"
	\"${PROJECT_BINARY_DIR}/share\" COMMAND_ERROR_IS_FATAL ANY)")
install(DIRECTORY ${PROJECT_BINARY_DIR}/share/man/ DESTINATION ${CMAKE_INSTALL_MANDIR})
install(DIRECTORY ${PROJECT_BINARY_DIR}/share/bash-completion ${PROJECT_BINARY_DIR}/share/fish
	DESTINATION ${CMAKE_INSTALL_DATADIR})
# Debian's zsh looks here in packages, and into site-functions below /usr/local.
set(zsh_folder site-functions)
if(CMAKE_INSTALL_PREFIX STREQUAL "/usr")
	set(zsh_folder vendor-completions)
endif()
install(DIRECTORY ${PROJECT_BINARY_DIR}/share/zsh/site-functions/
	DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/${zsh_folder})

# A Debian package: cpack -G DEB. dpkg-shlibdeps finds what the objects need.
set(CPACK_PACKAGE_NAME saltus)
set(CPACK_PACKAGE_CONTACT "The maintainers of Saltus <saltus@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "simulator of models with events, in Modelica and COSY")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "gcc, libc6-dev, libcairo2, fonts-dejavu-core, python3, python3-numpy")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "python3-scipy, python3-pandas")
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
include(CPack)
