"""ROSANA under the conditions of its paper: factors taken away, weights fitted,
parses cut up, texts that grow.
"""
