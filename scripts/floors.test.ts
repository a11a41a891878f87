import { expect, test } from 'vitest'
import { FLOOR_PLAN } from './floor-plan.ts'
import { floorProblems } from './floors.ts'

const FOLDER = 'server/src/features'
const BUILDING = {
  folder: FOLDER,
  floors: [['payments'], ['invoices', 'customers'], ['clock']],
}
const arrow = (from: string, to: string) => ({
  from: `${FOLDER}/${from}/routes.ts`,
  to: `${FOLDER}/${to}/deep/times.ts`,
})

test.each([
  ['payments', 'clock'],
  ['payments', 'customers'],
  ['invoices', 'customers'],
  ['clock', 'clock'],
])('%s may import %s, which is below it or to its right', (from, to) => {
  expect(floorProblems(BUILDING, [arrow(from, to)])).toEqual([])
})

test.each([
  ['clock', 'payments'],
  ['customers', 'invoices'],
])('%s may not import %s', (from, to) => {
  const [problem, ...others] = floorProblems(BUILDING, [arrow(from, to)])
  expect(problem).toContain(`${from}/routes.ts: ${FOLDER}/${from} stands below ${FOLDER}/${to}`)
  expect(others).toEqual([])
})

test('a folder without a floor is a problem', () => {
  expect(floorProblems(BUILDING, [arrow('budgets', 'clock')])).toEqual([
    `${FOLDER}/budgets has no floor; give it one`,
  ])
})

test('a file directly in the folder imports every floor, and no floor imports it', () => {
  const [top, room] = [`${FOLDER}/main.ts`, `${FOLDER}/clock/now.ts`]
  expect(floorProblems(BUILDING, [{ from: top, to: room }])).toEqual([])
  const [problem] = floorProblems(BUILDING, [{ from: room, to: top }])
  expect(problem).toContain(`${room}: ${FOLDER}/clock stands below ${top}`)
})

test('imports from and to other places are ignored', () => {
  const [outside, inside] = ['server/src/domain/money.ts', `${FOLDER}/clock/now.ts`]
  const imports = [
    { from: outside, to: inside },
    { from: inside, to: outside },
  ]
  expect(floorProblems(BUILDING, imports)).toEqual([])
})

test.each([
  ['web/src/dashboard', 'links', 'customers'],
  ['web/src/portal', 'session', 'gate'],
  ['web/src/ui', 'values', 'table'],
])('in %s, %s may not import %s', (folder, from, to) => {
  const building = FLOOR_PLAN.find((one) => one.folder === folder) ?? { folder, floors: [] }
  const imports = [{ from: `${folder}/${from}/a.tsx`, to: `${folder}/${to}/b.tsx` }]
  expect(floorProblems(building, imports)).toEqual([
    expect.stringContaining(`${folder}/${from} stands below ${folder}/${to}`),
  ])
})
