"""The dashboard: what the service learns, keeps and fails at, live, in a browser.

A page is a function of the service's parts that is called anew for every browser; it shows values that the
parts give, and calls their verbs. What all browsers look at is `service.dashboard.common`.
"""
