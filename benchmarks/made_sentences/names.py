"""Names of people and places for made sentences: usual names of many origins, put together by lot."""

from __future__ import annotations

WOMEN = tuple(
    """
Aaliyah Adaeze Agnieszka Amara Andrea Anjali Aoife Astrid Beatriz Camila Carla Chloe Concepcion Deborah
Dolores Ebony Eleni Erin Esperanza Fatima Fiona Francesca Gloria Guadalupe Hannah Heather Ines Ingrid
Irina Isabel Janet Joanna Joyce Karen Katarzyna Keisha Khadija Lakshmi Latoya Leila Linh Lucia Margarita
Marisol Mei Michelle Monique Nadia Naomi Natasha Nora Olga Phuong Priya Rachel Rosa Roxanne Samira Shanice
Sheila Siobhan Sofia Soo-Jin Sunita Svetlana Tamika Tanisha Thuy Ursula Valeria Wanda Xiomara Yasmin
Yolanda Zainab
""".split()
)
MEN = tuple(
    """
Ahmed Akira Alejandro Antonio Arjun Bogdan Brandon Chidi Cornelius Daniel Darnell Deepak Diego Dmitri
Eduardo Emeka Everett Gregory Harold Hassan Hiroshi Ibrahim Ivan Jamal Javier Jerome Jorge Kareem Kenji
Kevin Kwame Leopold Lorenzo Luis Malik Marcus Mateo Mehmet Milan Minh Nikhil Oluwaseun Omar Oskar Pablo
Patrick Percival Peter Rafael Rajesh Ravi Sanjay Sergei Stefan Tariq Thabo Tomasz Trevor Tyrone Uriah
Vikram Vladimir Wendell Yusuf Zoltan
""".split()
)
FIRST = WOMEN + MEN
LAST = tuple(
    """
Abernathy Adeyemi Aguilar Ahmadi Al-Masri Almeida Alvarez Andersson Banerjee Begum Boateng Bosworth
Brightman Bui Callahan Castellanos Chaudhry Chavez Cho Cisneros Contreras Dabrowski Delacroix Demir Desai
Diallo Dimitrov Dominguez Donnelly Duarte Eriksen Espinoza Fairweather Farrell Fernandes Figueroa
Fitzgerald Fujimoto Gallagher Garza Ghosh Gonzalez Guerrero Gupta Haddad Halvorsen Hashemi Hernandez
Horvat Hussain Ibanez Ismail Ivanova Jankowski Jaramillo Kamau Kapoor Kawaguchi Keller Khalil Kowalski
Kulkarni Lindqvist Lopez Lozano MacGregor Magnusson Mahmoud Marchetti McAllister Mendoza Mensah Montoya
Moreno Mukherjee Mwangi Nakamura Navarro Ngo Nguyen Nowak Nwosu O'Brien O'Rourke Okafor Okonkwo Ortiz Osei
Ostrowski Pacheco Papadopoulos Pemberton Petrov Pham Popescu Prakash Quintero Randall Rahman Raman Ramirez
Reddy Rinaldi Romano Salazar Sandoval Santos Schroeder Serrano Shapiro Silva Sokolov Sorensen Sutherland
Takahashi Tanaka Thornquist Torres Tran Tshabalala Vance Vasquez Venkataraman Villalobos Vogel Whitcombe
Wozniak Yamamoto Yildiz Zamora Zhang Zielinski
""".split()
)
STREETS = (
    "Elm St|Old Mill Rd|Larkspur Ln|Harbor View Dr|Quarry Hill Rd|Cedar Hollow Ct|Tannery Row|Maple Ave|"
    "W 14th St|Juniper Ridge Blvd|Second Ave|Oak Street|Sycamore Lane|Pine Hollow Road|Orchard Street"
).split("|")
CITIES = (
    "Toledo|Bakersfield|Duluth|Tacoma|Shreveport|Yonkers|Akron|Chattanooga|Laredo|Fresno|Dayton|Spokane|Topeka|"
    "Mobile|Eugene|Lubbock|Macon|Provo|Scranton|Waco|Peoria|El Paso|Fort Wayne|Baton Rouge"
).split("|")
