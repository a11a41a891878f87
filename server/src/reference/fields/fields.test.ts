import { expect, test } from 'vitest'
import { useTestApp } from '../../../test/support/use-app.ts'
import { FIELD_TEXTS } from './fields.ts'

const t = useTestApp()

test('every text describes a field or a parameter that has no description of its own', async () => {
  const { descriptions } = FIELD_TEXTS
  const used = new Set<string | symbol>()
  FIELD_TEXTS.descriptions = new Proxy(descriptions, {
    get: (texts, key) => {
      used.add(key)
      return Reflect.get(texts, key)
    },
  })
  expect((await t.app.inject({ url: '/openapi.json' })).statusCode).toBe(200)
  expect(Object.keys(descriptions).filter((key) => !used.has(key))).toEqual([])
})
