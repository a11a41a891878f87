import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createUsageMetrics } from './usage-metrics.ts'

function given() {
  const registry = new Registry()
  const answers: (number | Error)[] = []
  let now = 0
  let asked = 0
  createUsageMetrics(registry, {
    waiting: () => 0,
    uncosted: async () => {
      asked += 1
      const answer = answers.shift()
      if (typeof answer === 'number') return answer
      throw answer ?? new Error('asked too often')
    },
    uncostedShare: async () => 0.25,
    now: () => new Date(now),
  })
  const read = async () => /^piecework_uncosted_events (.+)$/m.exec(await registry.metrics())?.[1]
  return {
    read,
    answers,
    asked: () => asked,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

test('uncosted events are counted at most once a minute', async () => {
  const { read, answers, asked, pass } = given()
  answers.push(3, 4)
  expect(await read()).toBe('3')
  pass(59_999)
  expect(await read()).toBe('3')
  expect(asked()).toBe(1)
  pass(1)
  await read()
  expect(await read()).toBe('4')
  expect(asked()).toBe(2)
})

test('without the database the metrics are read, with the last value', async () => {
  const { read, answers, pass } = given()
  answers.push(new Error('no database'), 3, new Error('no database'))
  expect(await read()).toBe('Nan')
  pass(60_000)
  expect(await read()).toBe('3')
  pass(60_000)
  await read()
  expect(await read()).toBe('3')
})

test('the share of uncosted events is reported', async () => {
  const registry = new Registry()
  createUsageMetrics(registry, {
    waiting: () => 0,
    uncosted: async () => 1,
    uncostedShare: async () => 0.25,
    now: () => new Date(0),
  })
  expect(await registry.metrics()).toMatch(/^piecework_uncosted_ratio 0\.25$/m)
})
