"""The controllers of a case report."""
