-- Delete every key of the domain.

domain_open()
forget()
