import type { Random } from './random.ts'

export type Model = { model: string; modelProvider: string }

/**
 * Models that are not in the catalog. A few are in use at a time; once they are mapped, new ones
 * are added, while recently mapped ones stay in use.
 */
export type UnknownModels = {
  /** Returns a model in use. */
  draw: (random: Random) => Model
  /** Returns the models to map next, oldest first. */
  unmapped: () => Model[]
  noteMapped: (model: Model) => void
}

const UNMAPPED = 3
const LATELY = 4

export function createUnknownModels(): UnknownModels {
  const numbers = Array.from({ length: UNMAPPED }, (_, index) => index + 1)
  const lately: number[] = []
  let last = UNMAPPED
  return {
    draw: (random) => modelOf(random.pick([...numbers, ...lately])),
    unmapped: () => numbers.map(modelOf),
    noteMapped: ({ model }) => {
      const index = numbers.findIndex((number) => modelOf(number).model === model)
      const mapped = numbers[index]
      if (mapped === undefined) return
      last += 1
      numbers.splice(index, 1)
      numbers.push(last)
      lately.push(mapped)
      if (lately.length > LATELY) lately.shift()
    },
  }
}

function modelOf(number: number): Model {
  return { model: `house-model-${number}`, modelProvider: 'in-house' }
}
