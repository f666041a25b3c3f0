"""arXiv's classification: `cs.CL` is the area Computer Science with the sub-area Computation and Language.

It knows the codes alone; classes of other schemes (MSC, ACM) that stand among them are none."""

from __future__ import annotations

from collections.abc import Mapping

from service.paper import Category

_GROUPS: Mapping[str, str] = {
    "cs": "Computer Science", "econ": "Economics", "eess": "Electrical Engineering and Systems Science", "math": "Mathematics",
    "q-bio": "Quantitative Biology", "q-fin": "Quantitative Finance", "stat": "Statistics",
}  # fmt: skip
# Archives with subject classes; all others are archives of physics without any.
_CLASSES: Mapping[str, str] = {
    "cs": (
        "AI Artificial Intelligence; AR Hardware Architecture; CC Computational Complexity; CE Computational Engineering, "
        "Finance, and Science; CG Computational Geometry; CL Computation and Language; CR Cryptography and Security; CV "
        "Computer Vision and Pattern Recognition; CY Computers and Society; DB Databases; DC Distributed, Parallel, and "
        "Cluster Computing; DL Digital Libraries; DM Discrete Mathematics; DS Data Structures and Algorithms; ET Emerging "
        "Technologies; FL Formal Languages and Automata Theory; GL General Literature; GR Graphics; GT Computer Science "
        "and Game Theory; HC Human-Computer Interaction; IR Information Retrieval; IT Information Theory; LG Machine "
        "Learning; LO Logic in Computer Science; MA Multiagent Systems; MM Multimedia; MS Mathematical Software; NA "
        "Numerical Analysis; NE Neural and Evolutionary Computing; NI Networking and Internet Architecture; OH Other "
        "Computer Science; OS Operating Systems; PF Performance; PL Programming Languages; RO Robotics; SC Symbolic "
        "Computation; SD Sound; SE Software Engineering; SI Social and Information Networks; SY Systems and Control"
    ),
    "econ": "EM Econometrics; GN General Economics; TH Theoretical Economics",
    "eess": "AS Audio and Speech Processing; IV Image and Video Processing; SP Signal Processing; SY Systems and Control",
    "math": (
        "AC Commutative Algebra; AG Algebraic Geometry; AP Analysis of PDEs; AT Algebraic Topology; CA Classical Analysis "
        "and ODEs; CO Combinatorics; CT Category Theory; CV Complex Variables; DG Differential Geometry; DS Dynamical "
        "Systems; FA Functional Analysis; GM General Mathematics; GN General Topology; GR Group Theory; GT Geometric "
        "Topology; HO History and Overview; IT Information Theory; KT K-Theory and Homology; LO Logic; MG Metric "
        "Geometry; MP Mathematical Physics; NA Numerical Analysis; NT Number Theory; OA Operator Algebras; OC "
        "Optimization and Control; PR Probability; QA Quantum Algebra; RA Rings and Algebras; RT Representation Theory; "
        "SG Symplectic Geometry; SP Spectral Theory; ST Statistics Theory"
    ),
    "q-bio": (
        "BM Biomolecules; CB Cell Behavior; GN Genomics; MN Molecular Networks; NC Neurons and Cognition; OT Other "
        "Quantitative Biology; PE Populations and Evolution; QM Quantitative Methods; SC Subcellular Processes; TO "
        "Tissues and Organs"
    ),
    "q-fin": (
        "CP Computational Finance; EC Economics; GN General Finance; MF Mathematical Finance; PM Portfolio Management; PR "
        "Pricing of Securities; RM Risk Management; ST Statistical Finance; TR Trading and Market Microstructure"
    ),
    "stat": "AP Applications; CO Computation; ME Methodology; ML Machine Learning; OT Other Statistics; TH Statistics Theory",
    "astro-ph": (
        "CO Cosmology and Nongalactic Astrophysics; EP Earth and Planetary Astrophysics; GA Astrophysics of Galaxies; HE "
        "High Energy Astrophysical Phenomena; IM Instrumentation and Methods for Astrophysics; SR Solar and Stellar "
        "Astrophysics"
    ),
    "cond-mat": (
        "dis-nn Disordered Systems and Neural Networks; mes-hall Mesoscale and Nanoscale Physics; mtrl-sci Materials "
        "Science; other Other Condensed Matter; quant-gas Quantum Gases; soft Soft Condensed Matter; stat-mech "
        "Statistical Mechanics; str-el Strongly Correlated Electrons; supr-con Superconductivity"
    ),
    "nlin": (
        "AO Adaptation and Self-Organizing Systems; CD Chaotic Dynamics; CG Cellular Automata and Lattice Gases; PS "
        "Pattern Formation and Solitons; SI Exactly Solvable and Integrable Systems"
    ),
    "physics": (
        "acc-ph Accelerator Physics; ao-ph Atmospheric and Oceanic Physics; app-ph Applied Physics; atm-clus Atomic and "
        "Molecular Clusters; atom-ph Atomic Physics; bio-ph Biological Physics; chem-ph Chemical Physics; class-ph "
        "Classical Physics; comp-ph Computational Physics; data-an Data Analysis, Statistics and Probability; ed-ph "
        "Physics Education; flu-dyn Fluid Dynamics; gen-ph General Physics; geo-ph Geophysics; hist-ph History and "
        "Philosophy of Physics; ins-det Instrumentation and Detectors; med-ph Medical Physics; optics Optics; plasm-ph "
        "Plasma Physics; pop-ph Popular Physics; soc-ph Physics and Society; space-ph Space Physics"
    ),
}  # fmt: skip
_ARCHIVES: Mapping[str, str] = {
    "astro-ph": "Astrophysics", "cond-mat": "Condensed Matter", "gr-qc": "General Relativity and Quantum Cosmology",
    "hep-ex": "High Energy Physics - Experiment", "hep-lat": "High Energy Physics - Lattice",
    "hep-ph": "High Energy Physics - Phenomenology", "hep-th": "High Energy Physics - Theory", "math-ph": "Mathematical Physics",
    "nlin": "Nonlinear Sciences", "nucl-ex": "Nuclear Experiment", "nucl-th": "Nuclear Theory", "quant-ph": "Quantum Physics",
}  # fmt: skip
# Archives that were closed, and where their papers stand now.
_CLOSED: Mapping[str, str] = {
    "acc-phys": "physics.acc-ph", "adap-org": "nlin.AO", "alg-geom": "math.AG", "ao-sci": "physics.ao-ph",
    "atom-ph": "physics.atom-ph", "bayes-an": "physics.data-an", "chao-dyn": "nlin.CD", "chem-ph": "physics.chem-ph",
    "cmp-lg": "cs.CL", "comp-gas": "nlin.CG", "dg-ga": "math.DG", "funct-an": "math.FA", "mtrl-th": "cond-mat.mtrl-sci",
    "patt-sol": "nlin.PS", "plasm-ph": "physics.plasm-ph", "q-alg": "math.QA", "solv-int": "nlin.SI",
    "supr-con": "cond-mat.supr-con",
}  # fmt: skip


def _table() -> Mapping[str, Category]:
    found = {code: Category(area) for code, area in (*_GROUPS.items(), ("physics", "Physics"))}
    found |= {code: Category("Physics", name) for code, name in _ARCHIVES.items()}
    for archive, classes in _CLASSES.items():
        for one in classes.split("; "):
            code, _, name = one.partition(" ")
            found[f"{archive}.{code}".lower()] = Category(_GROUPS.get(archive, "Physics"), name)
    return found | {code: found[now.lower()] for code, now in _CLOSED.items()}


_CATEGORIES = _table()
# As arXiv writes them in Dublin Core: `Mathematics - Logic`, `Condensed Matter - Superconductivity`, `Nuclear Theory`.
_NAMES = {f"{one.area} - {one.subarea}" if one.subarea else one.area: one for one in _CATEGORIES.values()} | {
    (f"{name} - {one.subarea}" if code != archive else name): one
    for archive, name in _ARCHIVES.items()
    for code, one in _CATEGORIES.items()
    if code == archive or code.startswith(f"{archive}.")
}


def category(code: str) -> Category | None:
    """The category of a code, whatever its case; None for a code that arXiv does not have."""
    return _CATEGORIES.get(code.strip().lower())


def categories(codes: str) -> tuple[Category, ...]:
    """The categories of codes with blanks between (`cs.CL cs.LG`), each once, the first one first."""
    return tuple(dict.fromkeys(one for code in codes.replace(",", " ").split() if (one := category(code))))


def of_name(name: str) -> Category | None:
    """The category of a name as arXiv writes it in Dublin Core (`Mathematics - Logic`), or None."""
    return _NAMES.get(name.strip())
