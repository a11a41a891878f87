/**
 * Builds the bundled price list of language models, `features/catalog/snapshot/llm.json`, from the
 * npm package @pydantic/genai-prices. Run it after upgrading that package:
 *
 *   node scripts/catalog-snapshot.ts
 *
 * The source matches models by patterns; the catalog has only exact names. This script collects the
 * names that the source spells out and resolves each with the source's own rules. A pattern never
 * prices a name that is not spelled out. The one exception is a release date as a suffix, if the
 * source's rules say that it does not change the model. `snapshot/corrections/` overrides errors of
 * the source and adds missing models. The source has no service tiers: they are in
 * `snapshot/published-tiers.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import {
  type ConditionalPrice,
  type MatchLogic,
  type ModelInfo,
  type ModelPrice,
  type Provider,
  waitForUpdate,
} from '@pydantic/genai-prices'
import { decimalFromJsonNumber, toExactText } from '../server/src/domain/money.ts'
import {
  canonicalProvider,
  isMadeForText,
  normalizeName,
  withoutProviderPrefix,
} from '../server/src/features/catalog/names.ts'
import { ADDITIONS, CORRECTIONS } from '../server/src/features/catalog/snapshot/corrections/all.ts'
import {
  withAdditions,
  withCorrections,
} from '../server/src/features/catalog/snapshot/corrections/correction.ts'
import { withOneHourWrites } from '../server/src/features/catalog/snapshot/one-hour-writes.ts'
import { PUBLISHED_TIERS } from '../server/src/features/catalog/snapshot/published-tiers.ts'
import {
  byProviderAndName,
  type SnapshotModel,
  type SnapshotPrice,
  type SnapshotTier,
} from '../server/src/features/catalog/snapshot/schemas.ts'
import { withServiceTiers } from '../server/src/features/catalog/snapshot/tiers.ts'

/**
 * Providers that resell other companies' models at their list prices. The source lets more
 * providers stand in for each other; providers with different prices are left out.
 */
const RESOLD_AT_LIST_PRICE: Readonly<Record<string, readonly string[]>> = {
  azure: ['openai', 'anthropic'],
  google: ['anthropic'],
}

/** Published ids that the source covers by a pattern without spelling them out. */
const PUBLISHED_IDS: Readonly<Record<string, string>> = {
  anthropic: 'claude-2.0 claude-2.1 claude-3-5-sonnet-latest claude-sonnet-4-20250514',
  google: `claude-opus-4@20250514 claude-opus-4-1@20250805 claude-sonnet-4@20250514
    gemini-1.5-flash-001 gemini-1.5-flash-002 gemini-1.5-flash-latest gemini-1.5-pro-001
    gemini-1.5-pro-002 gemini-1.5-pro-latest gemini-2.0-flash-001 gemini-2.0-flash-lite-001
    gemini-2.0-flash-lite-preview-02-05 gemini-2.5-flash-lite-preview-06-17
    gemini-2.5-flash-lite-preview-09-2025 gemini-2.5-flash-preview-04-17
    gemini-2.5-flash-preview-04-17:thinking gemini-2.5-flash-preview-05-20
    gemini-2.5-flash-preview-09-2025 gemini-2.5-pro-preview-03-25 gemini-2.5-pro-preview-05-06
    gemini-2.5-pro-preview-06-05`,
  mistral: `magistral-medium-2506 magistral-medium-2507 magistral-medium-2509
    magistral-medium-latest magistral-small-2506 magistral-small-2507 magistral-small-2509
    magistral-small-latest`,
}

/** Returns every entry of the snapshot, sorted by provider and name. */
export function snapshotModels(providers: readonly Provider[]): SnapshotModel[] {
  const entries: SnapshotModel[] = []
  for (const provider of providers) {
    const resellsFrom = providers.filter((other) =>
      RESOLD_AT_LIST_PRICE[provider.id]?.includes(other.id),
    )
    for (const [name, owner] of candidateNames(provider, resellsFrom)) {
      const found = resolve([provider, ...resellsFrom], name) ?? owner
      const entry = found && toEntry(name, found, [provider, ...resellsFrom])
      if (entry) entries.push(entry)
    }
  }
  return entries.filter((entry, _, all) => !isPrefixed(entry, all)).sort(byProviderAndName)
}

/**
 * Returns every line of `llm.json`: the entries of the source, corrected and completed, with the
 * published service tiers.
 */
export function bundledModels(providers: readonly Provider[]): SnapshotModel[] {
  const corrected = withCorrections(snapshotModels(providers), CORRECTIONS)
  return withServiceTiers(withOneHourWrites(withAdditions(corrected, ADDITIONS)), PUBLISHED_TIERS)
}

/**
 * True for `cerebras/llama-3.3-70b` next to `llama-3.3-70b`: the catalog removes such a prefix
 * automatically.
 */
function isPrefixed({ provider, name, externalId }: SnapshotModel, all: SnapshotModel[]): boolean {
  const bare = withoutProviderPrefix(provider, name.replace(`${provider}:`, `${provider}/`))
  return all.some(
    (other) =>
      other.name === bare && other.provider === provider && other.externalId === externalId,
  )
}

type Found = { provider: Provider; model: ModelInfo }

/** Resolves a name with the source's rules: the first matching model of the first provider wins. */
function resolve(sellers: readonly Provider[], name: string): Found | undefined {
  for (const provider of sellers) {
    const model = provider.models.find((candidate) => matches(candidate.match, name))
    if (model) return { provider, model }
  }
  return undefined
}

export function matches(logic: MatchLogic, name: string): boolean {
  if ('or' in logic) return logic.or.some((part) => matches(part, name))
  if ('and' in logic) return logic.and.every((part) => matches(part, name))
  if ('equals' in logic) return name === logic.equals.toLowerCase()
  if ('starts_with' in logic) return name.startsWith(logic.starts_with.toLowerCase())
  if ('ends_with' in logic) return name.endsWith(logic.ends_with.toLowerCase())
  if ('contains' in logic) return name.includes(logic.contains.toLowerCase())
  return new RegExp(logic.regex).test(name)
}

/**
 * Returns the names spelled out for a provider. A model's id resolves to that model even if no rule
 * matches it.
 */
function candidateNames(
  provider: Provider,
  resellsFrom: readonly Provider[],
): Map<string, Found | undefined> {
  const names = new Map<string, Found | undefined>()
  const add = (name: string, owner?: Found) => {
    const normalized = normalizeName(name)
    if (isWholeName(normalized) && !names.has(normalized)) names.set(normalized, owner)
  }
  for (const model of provider.models) {
    if (!model.id.startsWith('regional.')) add(model.id, { provider, model })
    for (const name of literals(model.match, 'equals')) add(name)
    for (const name of literals(model.match, 'starts_with')) add(name)
    if (provider.id === 'aws') for (const name of bedrockNames(model)) add(name)
  }
  for (const name of PUBLISHED_IDS[provider.id]?.split(/\s+/) ?? []) add(name)
  for (const other of resellsFrom) for (const name of candidateNames(other, []).keys()) add(name)
  return names
}

/**
 * Returns the texts that the source spells out in one kind of rule. A `starts_with` text may be a
 * whole name; an `ends_with` text never is.
 */
function literals(logic: MatchLogic, kind: 'equals' | 'starts_with' | 'contains'): string[] {
  if ('or' in logic) return logic.or.flatMap((part) => literals(part, kind))
  const found = Object.entries(logic).find(([key]) => key === kind)?.[1]
  return typeof found === 'string' ? [found] : []
}

/**
 * Returns false for a prefix: a name cut at a separator or within a year, or of a fine-tuned model.
 */
function isWholeName(name: string): boolean {
  return !/[-.@:_/]$|-20\d\d$|^ft:.*-\d$/.test(name)
}

/**
 * Returns the names of a Bedrock model for each region group (`us.`, `eu.`). Groups other than `us`
 * may cost more. They are used only if the source names them, or marks its price as regional.
 */
function bedrockNames(model: ModelInfo): string[] {
  const base = model.id.replace(/^regional\./, '')
  const named = literals(model.match, 'contains')
    .map((text) => /^([a-z-]+)\.[a-z]+\./.exec(text)?.[1])
    .filter((group) => group !== undefined)
  const unnamed = base === model.id ? ['us'] : ['us', 'eu', 'apac']
  const groups = named.length > 0 ? named : unnamed
  return /^(global|us)\./.test(base) ? [base] : [base, ...groups.map((group) => `${group}.${base}`)]
}

function toEntry(
  name: string,
  { provider: owner, model }: Found,
  sellers: readonly [Provider, ...Provider[]],
): SnapshotModel | undefined {
  const prices = translatePrices(model, name)
  if (prices.length === 0) return undefined
  const title = model.name ?? model.id
  return {
    provider: canonicalProvider(sellers[0].id),
    name,
    displayName:
      normalizeName(model.id) === name ? title : model.name ? `${title} (${name})` : name,
    externalId: `${owner.id}/${model.id}`,
    ...(model.context_window ? { contextWindow: model.context_window } : {}),
    ...(acceptsDateSuffix(name, model, sellers) ? { acceptsDateSuffix: true } : {}),
    prices,
  }
}

/** Names that already end in a version or a variant; a date after them is not a release date. */
const HAS_VERSION = /-latest$|-\d{2}-\d{2}$|-(\d{3,4}|\d{8})$|-v\d+$|:[\w-]+$|-\d{8}-/

const SAMPLE_DATES = ['2023-06-13', '2024-01-01', '2025-09-29', '2026-12-31']

/** Returns true if the source resolves this name with any date suffix to the same model. */
export function acceptsDateSuffix(
  name: string,
  model: ModelInfo,
  sellers: readonly Provider[],
): boolean {
  if (HAS_VERSION.test(name)) return false
  const answers = ['', '-'].map((separator) =>
    SAMPLE_DATES.map(
      (date) => resolve(sellers, `${name}-${date.replaceAll('-', separator)}`)?.model,
    ),
  )
  const isAlways = answers.some((models) => models.every((found) => found === model))
  const isNeverAnother = answers.flat().every((found) => found === model || found === undefined)
  return isAlways && isNeverAnother
}

/**
 * Translates the source's conditional prices to dated prices. The source takes the last listed
 * price whose condition holds. With start dates in ascending order, the latest start wins, and a
 * daily window after a start date belongs to it. Throws for any other order.
 */
export function translatePrices(model: ModelInfo, name: string): SnapshotPrice[] {
  const listed: ConditionalPrice[] = Array.isArray(model.prices)
    ? model.prices
    : [{ prices: model.prices }]
  const refuse = (why: string) => new Error(`${model.id}: ${why}; decide how to express it`)
  const prices: SnapshotPrice[] = []
  let start: string | undefined
  for (const [index, { constraint, prices: rates }] of listed.entries()) {
    if (index === 0 && constraint) throw refuse('the first price is conditional')
    if (index > 0 && !constraint) throw refuse('a later price has no condition')
    if (constraint?.type === 'start_date') {
      if (prices.at(-1)?.daily) throw refuse('a start date follows a daily window')
      if (start && constraint.start_date <= start) throw refuse('start dates do not ascend')
      start = constraint.start_date
    }
    const daily =
      constraint?.type === 'time_of_date'
        ? { from: timeOfDay(constraint.start_time), to: timeOfDay(constraint.end_time) }
        : undefined
    const translated = translateRates(rates, name)
    if (!translated) return []
    prices.push({
      ...(start ? { effectiveFrom: start } : {}),
      ...(daily ? { daily } : {}),
      ...translated,
    })
  }
  return prices
}

function timeOfDay(text: string): string {
  const match = /^(\d{2}:\d{2}):00Z$/.exec(text)
  if (!match?.[1]) throw new Error(`${text} is not a whole minute in UTC`)
  return match[1]
}

/** Non-text output with its own rate; the rate for text would understate its cost. */
const NOT_FOR_TEXT_RATES = ['output_audio_mtok', 'output_image_mtok', 'output_video_mtok']

const RATES = {
  input: 'input_mtok',
  output: 'output_mtok',
  cacheRead: 'cache_read_mtok',
  cacheWrite: 'cache_write_mtok',
  cacheWrite1h: 'cache_write_1h_mtok',
} as const

/**
 * Returns rates in USD per million text tokens; other charges of a model are not expressed. Returns
 * undefined to leave the model out. Without any token rate the price is unknown: the source writes
 * both "free" and "unknown" as an empty price. Only the suffix `:free` distinguishes them.
 */
function translateRates(price: ModelPrice, name: string): Omit<SnapshotPrice, 'daily'> | undefined {
  if (!isMadeForText(name) || NOT_FOR_TEXT_RATES.some((key) => key in price)) return undefined
  const thresholds = new Set<number>()
  for (const key of Object.values(RATES)) {
    const value = price[key]
    if (typeof value === 'object') for (const tier of value.tiers) thresholds.add(tier.start)
  }
  const ratesAbove = (tokens: number) =>
    Object.fromEntries(
      Object.entries(RATES).flatMap(([rate, key]) => {
        const text = rateText(price[key], tokens)
        return text === undefined ? [] : [[rate, text]]
      }),
    )
  const base = ratesAbove(0)
  if (Object.keys(price).length === 0 && name.endsWith(':free')) return { input: '0', output: '0' }
  if (Object.keys(base).length === 0) return undefined
  const longContext: SnapshotTier[] = [...thresholds]
    .sort((a, b) => a - b)
    .map((start) => ({ aboveInputTokens: start, ...ratesAbove(start) }))
  return { ...base, ...(longContext.length > 0 ? { longContext } : {}) }
}

/** Returns the rate of the last tier that starts at or below `tokens`. */
function rateText(value: ModelPrice[string], tokens: number): string | undefined {
  if (value === undefined) return undefined
  const number =
    typeof value === 'number'
      ? value
      : (value.tiers.findLast((tier) => tier.start <= tokens && tier.start > 0)?.price ??
        value.base)
  const exact = decimalFromJsonNumber(number)
  if (!exact) throw new Error(`${number} is not a price`)
  return toExactText(exact)
}

/** Writes one entry per line, so that price changes produce readable diffs. */
export function toLines(entries: readonly object[]): string {
  return `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`
}

if (import.meta.main) {
  const folder = new URL('../server/src/features/catalog/snapshot/', import.meta.url)
  const source = new URL('../node_modules/@pydantic/genai-prices/', import.meta.url)
  const { version } = JSON.parse(readFileSync(new URL('package.json', source), 'utf8'))
  const license = readFileSync(new URL('LICENSE', source), 'utf8')
  const notice = `llm.json is derived from the price data of @pydantic/genai-prices ${version}
(https://github.com/pydantic/genai-prices), with the changes in corrections/. It is used under this
license:\n\n${license}`
  const entries = bundledModels((await waitForUpdate()) ?? [])
  writeFileSync(new URL('llm.json', folder), toLines(entries))
  writeFileSync(new URL('NOTICE.txt', folder), notice)
  process.stdout.write(`${entries.length} models of @pydantic/genai-prices ${version}\n`)
}
