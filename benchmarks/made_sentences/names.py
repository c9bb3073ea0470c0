"""Names of people and places for made sentences. Own work: usual names of many origins, put together by lot."""

from __future__ import annotations

FIRST = tuple(
    """
Aaliyah Adaeze Ahmed Akira Alejandro Amara Andrea Anjali Antonio Aoife Arjun Astrid Beatriz Bogdan Brandon Camila
Carla Chidi Chloe Daniel Darnell Deborah Deepak Diego Dolores Dmitri Ebony Eduardo Eleni Emeka Erin Esperanza Fatima
Fiona Francesca Gloria Gregory Guadalupe Hannah Harold Hassan Heather Hiroshi Ibrahim Ines Ingrid Irina Isabel Ivan
Jamal Janet Javier Jerome Jin Joanna Jorge Joyce Kareem Karen Katarzyna Keisha Kenji Kevin Khadija Kwame Lakshmi
Latoya Leila Linh Lorenzo Lucia Luis Malik Marcus Margarita Marisol Mateo Mei Mehmet Michelle Milan Minh Monique
Nadia Naomi Natasha Nikhil Nora Olga Oluwaseun Omar Oskar Pablo Patrice Phuong Priya Rachel Rafael Rajesh Ravi Rosa
Roxanne Samira Sanjay Sergei Shanice Sheila Siobhan Sofia Soo-Jin Stefan Sunita Svetlana Tamika Tanisha Tariq Thabo
Thuy Tomasz Trevor Tyrone Valeria Vikram Vladimir Wanda Wei Xiomara Yasmin Yolanda Yusuf Zainab Zoltan
""".split()
)
LAST = tuple(
    """
Abernathy Adeyemi Aguilar Ahmadi Al-Masri Almeida Alvarez Andersson Banerjee Begum Boateng Bosworth Brightman Bui
Callahan Castellanos Chaudhry Chavez Cho Cisneros Contreras Dabrowski Delacroix Demir Desai Diallo Dimitrov Dominguez
Donnelly Duarte Eriksen Espinoza Fairweather Farrell Fernandes Figueroa Fitzgerald Fujimoto Gallagher Garza Ghosh
Gonzalez Guerrero Gupta Haddad Halvorsen Hashemi Hernandez Horvat Hussain Ibanez Ismail Ivanova Jankowski Jaramillo
Kamau Kapoor Kawaguchi Keller Khalil Kowalski Kulkarni Lindqvist Lopez Lozano MacGregor Magnusson Mahmoud Marchetti
McAllister Mendoza Mensah Montoya Moreno Mukherjee Mwangi Nakamura Navarro Ngo Nguyen Nowak Nwosu O'Brien O'Rourke
Okafor Okonkwo Ortiz Osei Ostrowski Pacheco Papadopoulos Pemberton Petrov Pham Popescu Prakash Quintero Rahman Raman
Ramirez Reddy Rinaldi Romano Salazar Sandoval Santos Schroeder Serrano Shapiro Silva Sokolov Sorensen Sutherland
Takahashi Tanaka Thornquist Torres Tran Tshabalala Vance Vasquez Venkataraman Villalobos Vogel Whitcombe Wozniak
Yamamoto Yildiz Zamora Zhang Zielinski
""".split()
)
STREETS = (
    "Elm St|Old Mill Rd|Larkspur Ln|Harbor View Dr|Quarry Hill Rd|Cedar Hollow Ct|Tannery Row|Maple Ave|W 14th St|"
    "Juniper Ridge Blvd|Second Ave|Oak Street|Sycamore Lane|Pine Hollow Road|Orchard Street|Chestnut Ave"
).split("|")
CITIES = (
    "Toledo|Bakersfield|Duluth|Tacoma|Shreveport|Yonkers|Akron|Chattanooga|Laredo|Fresno|Dayton|Spokane|Topeka|Mobile|"
    "Eugene|Lubbock|Macon|Provo|Scranton|Waco|Peoria|El Paso|Fort Wayne|Baton Rouge"
).split("|")
