"""The dashboard: what the service learns, keeps and fails at, live, in a browser.

A page is a function of the service's parts that is called anew for every browser; it shows values of the
parts and calls their methods. What is read once for all browsers is in `service.dashboard.common`.
"""
