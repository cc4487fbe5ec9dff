"""Stages: what turns queries into ranked lists."""
