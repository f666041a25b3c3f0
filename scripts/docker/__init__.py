"""A Docker engine for the tests of the deployment: `python -m scripts.docker start`.

engine.py starts one where none runs, images.py makes the base images where no registry is reached, plugin.py builds Compose v2
where only 1.29 is there. None of it is needed where Docker is installed as usual.
"""
