import { isDeepStrictEqual } from 'node:util'
import { byProviderAndName, type SnapshotModel, type SnapshotPrice } from '../schemas.ts'

/** A model whose price is wrong in the source, or lacks the dates of its changes. */
export type Correction = {
  /** The source's provider and model. */
  externalId: string
  /** The affected names, as `provider/name`. If omitted, every name of the model. */
  names?: readonly string[]
  /** The error and the evidence for the correct price. */
  why: string
  /** The prices in the source when the correction was made. */
  listed: readonly SnapshotPrice[]
  prices: readonly SnapshotPrice[]
}

/** A model that is missing from the source, or has no usable price there. */
export type Addition = {
  provider: string
  /** All published names, the usual one first. */
  names: readonly [string, ...string[]]
  displayName: string
  /** The evidence for the prices. */
  why: string
  prices: readonly SnapshotPrice[]
}

/**
 * Applies corrections to the source's list. Throws when a correction needs review: the source
 * dropped the model, now agrees, or lists another price.
 */
export function withCorrections(
  models: readonly SnapshotModel[],
  corrections: readonly Correction[],
): SnapshotModel[] {
  return corrections.reduce(withCorrection, [...models])
}

function withCorrection(models: SnapshotModel[], correction: Correction): SnapshotModel[] {
  const { externalId, names, listed, prices } = correction
  const refuse = (problem: string) => new Error(`The correction of ${externalId} ${problem}`)
  const isMeant = (model: SnapshotModel) =>
    model.externalId === externalId && (!names || names.includes(fullName(model)))
  const meant = models.filter(isMeant)
  if (meant.length === 0) throw refuse('no longer has an entry; remove the correction')
  const known = new Set(meant.map(fullName))
  const lost = names?.find((name) => !known.has(name))
  if (lost) throw refuse(`no longer has the entry ${lost}; remove the name`)
  for (const { provider, name, prices: current } of meant) {
    if (isDeepStrictEqual(current, prices)) throw refuse('has no effect any more; remove it')
    if (!isDeepStrictEqual(current, listed)) {
      throw refuse(`was made before the source changed ${provider}/${name}; review it`)
    }
  }
  return models.map((model) => (isMeant(model) ? { ...model, prices: [...prices] } : model))
}

/** Adds models that the source lacks. Throws when the source now has one. */
export function withAdditions(
  models: readonly SnapshotModel[],
  additions: readonly Addition[],
): SnapshotModel[] {
  const all = [...models]
  const known = new Set(models.map(fullName))
  for (const { provider, names, displayName, prices } of additions) {
    for (const name of names) {
      const model = {
        provider,
        name,
        displayName: name === names[0] ? displayName : `${displayName} (${name})`,
        externalId: `${provider}/${names[0]}`,
        prices: [...prices],
      }
      if (known.has(fullName(model))) {
        throw new Error(`The addition ${fullName(model)} now has an entry; remove the addition`)
      }
      known.add(fullName(model))
      all.push(model)
    }
  }
  return all.sort(byProviderAndName)
}

function fullName({ provider, name }: Pick<SnapshotModel, 'provider' | 'name'>): string {
  return `${provider}/${name}`
}
