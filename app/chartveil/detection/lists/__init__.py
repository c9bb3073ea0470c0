"""Names, places and organisations by lists: bundled ones, the site's own, and the patient's dossier."""
