# Writes the manual page and the shell completions, which PROGRAM prints, into the folder OUTPUT.
foreach(form IN ITEMS man:eldest.1 bash:eldest.bash zsh:_eldest)
  string(REPLACE ":" ";" form ${form})
  list(GET form 0 format)
  list(GET form 1 file)
  execute_process(COMMAND ${PROGRAM} help --format ${format} OUTPUT_FILE ${OUTPUT}/${file}
                  COMMAND_ERROR_IS_FATAL ANY)
endforeach()
