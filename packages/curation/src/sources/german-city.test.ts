import assert from 'node:assert/strict'
import { test } from 'node:test'
import { germanCity } from './german-city.ts'

test("the Bundesbank's additions to a city name are removed, and abbreviations are expanded", () => {
  for (const [city, whole] of [
    ['Essen, Ruhr', 'Essen'],
    ['Heiden, Kr. Borken, Westfalen', 'Heiden'],
    ['Budenheim b Mainz', 'Budenheim'],
    ['Mainz a Rhein', 'Mainz'],
    ['Halle, Saale', 'Halle (Saale)'],
    ['Neustadt, Wied', 'Neustadt (Wied)'],
    ['Bad Homburg v d Höhe', 'Bad Homburg vor der Höhe'],
    ['Neustadt a.d.Donau', 'Neustadt an der Donau'],
    ['Weiden i.d.OPf', 'Weiden in der Oberpfalz'],
    ['Lohr a. Main', 'Lohr am Main'],
    ['Aschau i. Chiemgau', 'Aschau im Chiemgau'],
  ] as const) {
    assert.equal(germanCity(city), whole)
    assert.equal(germanCity(whole), whole)
  }
})

test('other names are unchanged', () => {
  for (const city of ['Berlin', 'Frankfurt am Main', 'Frankfurt (Oder)', 'Rothenburg ob der Tauber', 'St. Wendel']) {
    assert.equal(germanCity(city), city)
  }
})
