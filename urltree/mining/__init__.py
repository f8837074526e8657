"""Learn normalisation rules from traffic (URL Tree §6, future work): sightings in, proposals of rules out."""
