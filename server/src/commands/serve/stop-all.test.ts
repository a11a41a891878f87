import { pino } from 'pino'
import { expect, test } from 'vitest'
import { stopAll } from './stop-all.ts'

/** Creates steps that record when they are stopped, and collects the log. */
function given() {
  const told: string[] = []
  const lines: object[] = []
  const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) })
  const step = (name: string, ending: Promise<void> = Promise.resolve()) => ({
    name,
    stop: () => {
      told.push(name)
      return ending
    },
  })
  return { told, lines, log, step }
}

const NEVER = new Promise<void>(() => undefined)

test('stops the last thing started first, also after one that fails', async () => {
  const { told, lines, log, step } = given()
  const broken = Promise.reject(new Error('broken'))
  const stops = [step('database'), step('worker', broken), step('http')]
  expect(await stopAll(stops, log)).toBe(true)
  expect(told).toEqual(['http', 'worker', 'database'])
  expect(lines).toEqual([expect.objectContaining({ name: 'worker', msg: 'did not stop cleanly' })])
})

test('a step that does not finish is named, and steps that others depend on are stopped anyway', async () => {
  const { told, lines, log, step } = given()
  const ground = { ...step('PostgreSQL'), isGround: true }
  const stops = [ground, step('dependencies'), step('worker', NEVER), step('http')]
  expect(await stopAll(stops, log, 50)).toBe(false)
  expect(told).toEqual(['http', 'worker', 'PostgreSQL'])
  expect(lines).toEqual([
    expect.objectContaining({
      name: 'worker',
      msg: 'did not stop in time: exiting without waiting for it',
    }),
  ])
})
