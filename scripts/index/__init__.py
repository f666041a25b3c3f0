"""Administers the index: `python -m scripts.index status|create|reindex|rollback|prune|verify|export|import|delete`"""
