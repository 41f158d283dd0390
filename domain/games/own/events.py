"""All events of a described game in their listed order."""

from domain.framework.events.listing import events_defined_in
from domain.games.own import course, numbers, people, pieces, records

EVENTS = events_defined_in(people, numbers, records, pieces, course)
