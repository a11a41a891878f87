import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cursorOf, placeOf } from './list-cursor.ts'

test('a cursor names a place exactly', () => {
  const time = fc.date({
    min: new Date(0),
    max: new Date('2199-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(time, fc.uuid(), (at, id) => {
      expect(placeOf(cursorOf({ at, id }))).toEqual({ at, id })
    }),
  )
})
