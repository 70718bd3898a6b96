"""Words as data: a YAML file for each subject, which a speaker of the language can read and correct."""
