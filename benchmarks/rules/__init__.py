"""Made-up hosts, to measure how well the parameters that identify their documents are learnt."""
