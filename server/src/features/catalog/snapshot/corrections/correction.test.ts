import { describe, expect, test } from 'vitest'
import type { SnapshotModel } from '../schemas.ts'
import { type Addition, type Correction, withAdditions, withCorrections } from './correction.ts'

const model = (name: string, externalId: string, input: string): SnapshotModel => ({
  provider: 'acme',
  name,
  displayName: name,
  externalId,
  prices: [{ input }],
})

describe('a correction', () => {
  const correction: Correction = {
    externalId: 'acme/m',
    why: 'It is 2, says the price page.',
    listed: [{ input: '1' }],
    prices: [{ input: '2' }],
  }
  const corrected = (...models: SnapshotModel[]) => correctedBy(correction, ...models)
  const correctedBy = (by: Correction, ...models: SnapshotModel[]) =>
    withCorrections(models, [by]).map(({ name, prices }) => `${name} ${prices[0]?.input}`)

  test('applies to every name of its model, and to no other model', () => {
    const others = model('n', 'acme/n', '1')
    expect(corrected(model('m', 'acme/m', '1'), model('m-1', 'acme/m', '1'), others)).toEqual([
      'm 2',
      'm-1 2',
      'n 1',
    ])
  })

  test('of some names leaves the other names of its model unchanged', () => {
    const models = [model('m', 'acme/m', '1'), model('m-1', 'acme/m', '1')]
    expect(correctedBy({ ...correction, names: ['acme/m-1'] }, ...models)).toEqual(['m 1', 'm-1 2'])
  })

  test('of a name that the source dropped stops the script', () => {
    const names = ['acme/m', 'acme/m-1']
    expect(() => correctedBy({ ...correction, names }, model('m', 'acme/m', '1'))).toThrow(
      'no longer has the entry acme/m-1',
    )
  })

  test('of a model that the source dropped stops the script', () => {
    expect(() => corrected(model('n', 'acme/n', '1'))).toThrow('acme/m no longer has an entry')
  })

  test('stops the script when the source has corrected the price itself', () => {
    expect(() => corrected(model('m', 'acme/m', '2'))).toThrow('acme/m has no effect any more')
  })

  test('stops the script when the source has changed the prices since', () => {
    const models = [model('m', 'acme/m', '1'), model('m-1', 'acme/m', '3')]
    expect(() => corrected(...models)).toThrow('before the source changed acme/m-1')
  })
})

describe('an addition', () => {
  const addition: Addition = {
    provider: 'acme',
    names: ['m', 'm-latest'],
    displayName: 'M',
    why: 'https://acme.test/prices',
    prices: [{ input: '2' }],
  }

  test('is inserted in sort order, once for every name', () => {
    const others = [model('a', 'acme/a', '1'), model('z', 'acme/z', '1')]
    expect(
      withAdditions(others, [addition]).map(({ name, displayName }) => [name, displayName]),
    ).toEqual([
      ['a', 'a'],
      ['m', 'M'],
      ['m-latest', 'M (m-latest)'],
      ['z', 'z'],
    ])
  })

  test('stops the script when the source now has the name', () => {
    expect(() => withAdditions([model('m-latest', 'acme/x', '1')], [addition])).toThrow(
      'The addition acme/m-latest now has an entry',
    )
  })

  test('stops the script when the name was added before', () => {
    expect(() => withAdditions([], [addition, addition])).toThrow('acme/m now has an entry')
  })
})
