-- Delete every key of the domain.

rare_open()
forget()
