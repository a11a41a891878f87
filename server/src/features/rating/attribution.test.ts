import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contains, type Range } from '../../domain/time/range.ts'
import {
  type BilledRange,
  type Candidates,
  type FinalInvoice,
  ownerAt,
  ownRanges,
  type RunningSubscription,
} from './attribution.ts'

const SIGNAL = 'job'
const NO_OTHERS: Candidates = { running: [], billed: [] }
const at = (time: number) => ({ signalId: SIGNAL, time })

function runs(id: string, start: number, end: number, isPricing = true): RunningSubscription {
  return { id, startsAt: start, start, end, pricedSignalIds: isPricing ? [SIGNAL] : [] }
}

function billed(
  subscriptionId: string,
  [start, end]: readonly [number, number],
  finalizedAt = 50,
): BilledRange {
  const invoiceId = `${subscriptionId} ${start}`
  const final = { invoiceId, finalizedAt: new Date(finalizedAt) }
  return { subscriptionId, signalId: SIGNAL, start, end, ...final }
}

describe('usage belongs', () => {
  test('to the subscription that runs at its time, start included and end not', () => {
    const running = [runs('a', 10, 20), runs('b', 20, 30)]
    const owners = [9, 10, 19, 20, 29, 30].map((time) => ownerAt(at(time), { running, billed: [] }))
    expect(owners).toEqual([undefined, 'a', 'a', 'b', 'b', undefined])
  })

  test.each([
    ['the one whose plan prices the signal', runs('b', 5, 30), runs('a', 0, 30, false)],
    ['the one that started first', runs('b', 0, 30), runs('a', 5, 30)],
    ['the lowest id', runs('a', 0, 30), runs('b', 0, 30)],
  ])('of several that run to %s', (_, owner, other) => {
    for (const running of [
      [owner, other],
      [other, owner],
    ]) {
      expect(ownerAt(at(10), { running, billed: [] })).toBe(owner.id)
    }
  })

  test('to the one that was billed for it, even if another one runs now', () => {
    const others = { running: [runs('b', 0, 30)], billed: [billed('a', [5, 10])] }
    expect([4, 5, 9, 10].map((time) => ownerAt(at(time), others))).toEqual(['b', 'a', 'a', 'b'])
    expect(ownerAt({ signalId: 'another', time: 5 }, others)).toBe('b')
  })

  test('to the one that was billed first, if two were', () => {
    const twice = [billed('a', [5, 10], 60), billed('b', [5, 10], 50)]
    expect(ownerAt(at(5), { running: [], billed: twice })).toBe('b')
    expect(ownerAt(at(5), { running: [], billed: twice.toReversed() })).toBe('b')
  })

  test('to none if the only one was canceled before it started', () => {
    expect(ownerAt(at(10), { running: [runs('a', 10, 5)], billed: [] })).toBeUndefined()
  })
})

describe('a window is', () => {
  const window = { start: 0, end: 30 }
  const owner = runs('m', 0, 30)

  test('its subscription’s own if no other takes precedence', () => {
    const others = { running: [runs('z', 0, 10), runs('y', 5, 30, false)], billed: [] }
    expect(ownRanges(owner, { signalId: SIGNAL, window }, NO_OTHERS)).toEqual([window])
    expect(ownRanges(owner, { signalId: SIGNAL, window }, others)).toEqual([window])
  })

  test('cut where another one takes precedence or has billed', () => {
    const others = { running: [runs('a', 0, 10)], billed: [billed('z', [20, 25])] }
    expect(ownRanges(owner, { signalId: SIGNAL, window }, others)).toEqual([
      { start: 10, end: 20 },
      { start: 25, end: 30 },
    ])
  })

  test('its own once it was billed, except the parts billed to another one before', () => {
    const others = {
      running: [runs('a', 0, 10)],
      billed: [billed('y', [5, 8], 40), billed('z', [20, 25], 60)],
    }
    const billedBy = { invoiceId: 'own', finalizedAt: new Date(50) }
    expect(ownRanges(owner, { signalId: SIGNAL, window, billedBy }, others)).toEqual([
      { start: 0, end: 5 },
      { start: 8, end: 30 },
    ])
  })

  test('nothing when it is empty', () => {
    const empty = { start: 10, end: 10 }
    expect(ownRanges(owner, { signalId: SIGNAL, window: empty }, NO_OTHERS)).toEqual([])
  })
})

describe('for any subscriptions and invoices', () => {
  const TIMES = Array.from({ length: 20 }, (_, time) => time)
  const time = fc.integer({ min: 0, max: 20 })
  const running = fc
    .uniqueArray(
      fc.record({
        id: fc.constantFrom('a', 'b', 'c', 'd'),
        start: time,
        end: fc.oneof(time, fc.constant(Number.POSITIVE_INFINITY)),
        isPricing: fc.boolean(),
      }),
      { selector: ({ id }) => id },
    )
    .map((all) => all.map(({ id, start, end, isPricing }) => runs(id, start, end, isPricing)))
  const bills = fc
    .array(
      fc.record({
        subscriptionId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
        start: time,
        end: time,
        finalizedAt: fc.integer({ min: 0, max: 3 }),
      }),
      { maxLength: 6 },
    )
    .map((all) =>
      all.map((one, number) => ({
        ...one,
        signalId: SIGNAL,
        invoiceId: `${number}`,
        finalizedAt: new Date(one.finalizedAt),
      })),
    )

  test('the windows of all subscriptions give each instant to its owner only', () => {
    fc.assert(
      fc.property(running, bills, (all, billedOnes) => {
        const owned = new Map(TIMES.map((one): [number, string[]] => [one, []]))
        for (const id of new Set([...all, ...billedOnes.map(subscriptionOf)].map(idOf))) {
          for (const one of ownedBy(id, all, billedOnes)) owned.get(one)?.push(id)
        }
        for (const [one, owners] of owned) {
          const owner = ownerAt(at(one), { running: all, billed: billedOnes })
          expect(owners).toEqual(owner === undefined ? [] : [owner])
        }
      }),
    )
  })

  const idOf = ({ id }: { id: string }) => id
  const subscriptionOf = ({ subscriptionId }: BilledRange) => ({ id: subscriptionId })

  /**
   * Returns the instants that a subscription's invoices would bill, by the ranges that they sum.
   */
  function ownedBy(
    id: string,
    all: readonly RunningSubscription[],
    billedOnes: readonly BilledRange[],
  ): number[] {
    const self = all.find((one) => one.id === id)
    const owner = self ?? runs(id, 0, 0)
    const others = {
      running: all.filter((one) => one.id !== id),
      billed: billedOnes.filter(({ subscriptionId }) => subscriptionId !== id),
    }
    const own = billedOnes.filter(({ subscriptionId }) => subscriptionId === id)
    return windowsOf(self, own).flatMap(({ window, billedBy }) => {
      const question = { signalId: SIGNAL, window, ...(billedBy ? { billedBy } : {}) }
      const ranges = ownRanges(owner, question, others)
      return TIMES.filter((one) => ranges.some((range) => contains(range, one)))
    })
  }

  /**
   * Groups instants into windows: one for each own invoice that billed them first, one for the
   * unbilled ones.
   */
  function windowsOf(
    self: RunningSubscription | undefined,
    own: readonly BilledRange[],
  ): { window: Range<number>; billedBy: FinalInvoice | undefined }[] {
    const inOrder = own.toSorted(
      (a, b) =>
        a.finalizedAt.getTime() - b.finalizedAt.getTime() || (a.invoiceId < b.invoiceId ? -1 : 1),
    )
    const byBill = Map.groupBy(
      TIMES.map((one) => ({ one, bill: inOrder.find((range) => contains(range, one)) })).filter(
        ({ one, bill }) => bill || (self && contains(self, one)),
      ),
      ({ bill }) => bill,
    )
    return [...byBill].flatMap(([billedBy, times]) => {
      const windows: Range<number>[] = []
      for (const { one } of times) {
        const last = windows.at(-1)
        if (last?.end === one) last.end = one + 1
        else windows.push({ start: one, end: one + 1 })
      }
      return windows.map((window) => ({ window, billedBy }))
    })
  }
})
