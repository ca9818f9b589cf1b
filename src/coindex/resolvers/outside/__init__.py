"""Adapters to the resolvers of other libraries: their clusters, mapped
to the mentions that are given.
"""
