import { expect, test } from 'vitest'
import { attribute } from './attribution.ts'

test('an agent that a span names comes before the program that runs it', () => {
  const { agent } = attribute({ fallback: { agent: 'researcher', service: 'worker' } }, {}, [])
  expect(agent).toBe('researcher')
})

test('the program is the agent of a run that names none', () => {
  expect(attribute({ fallback: { service: 'worker' } }, {}, []).agent).toBe('worker')
})
