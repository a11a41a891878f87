import type { SnapshotPrice } from '../schemas.ts'
import type { Addition, Correction } from './correction.ts'

/**
 * Both models cost the same at night. They cost the same at any hour since both names mean one
 * model.
 */
const SAME_FOR_BOTH: readonly SnapshotPrice[] = [
  {
    effectiveFrom: '2025-02-26T16:30Z',
    daily: { from: '16:30', to: '00:30' },
    input: '0.135',
    output: '0.55',
    cacheRead: '0.035',
  },
  { effectiveFrom: '2025-09-05T16:00Z', input: '0.56', output: '1.68', cacheRead: '0.07' },
  { effectiveFrom: '2025-09-29', input: '0.28', output: '0.42', cacheRead: '0.028' },
  { effectiveFrom: '2026-04-24', input: '0.14', output: '0.28', cacheRead: '0.028' },
  { effectiveFrom: '2026-04-26T12:15Z', input: '0.14', output: '0.28', cacheRead: '0.0028' },
]

const CHANGES = `The source has the prices of spring 2025 for all time. The night discount
  began at half past midnight in Beijing on 2025-02-27 (https://techgethub.com/?p=9801) and ended on
  2025-09-05 at 16:00 UTC with new prices (https://api-docs.deepseek.com/quick_start/pricing as of
  August 2025). V3.2 made them lower on 2025-09-29 (https://github.com/promptfoo/promptfoo/pull/5787).
  Since V4, of 2026-04-24, and until they were withdrawn on 2026-07-24, both names meant
  deepseek-v4-flash (https://github.com/anomalyco/models.dev/pull/2037), whose cache reads fell to a
  tenth on 2026-04-26 at 12:15 UTC (https://tokenmix.ai/blog/deepseek-api-pricing).`

const V2 = { input: '0.14', output: '0.28', cacheRead: '0.014' }

const V4_FLASH = { input: '0.14', output: '0.28', cacheRead: '0.0028' }
const V4_PRO = { input: '0.435', output: '0.87', cacheRead: '0.003625' }

/** Since August 2026, working hours in China cost twice as much. */
const V4_FLASH_BY_HOURS = byHours(
  { input: '0.22', output: '0.66', cacheRead: '0.007' },
  { input: '0.44', output: '1.32', cacheRead: '0.014' },
)
const V4_PRO_BY_HOURS = byHours(
  { input: '0.66', output: '1.98', cacheRead: '0.022' },
  { input: '1.32', output: '3.96', cacheRead: '0.044' },
)

function byHours(usual: SnapshotPrice, peak: SnapshotPrice): SnapshotPrice[] {
  const effectiveFrom = '2026-08-17'
  return [
    { effectiveFrom, ...usual },
    { effectiveFrom, daily: { from: '01:00', to: '04:00' }, ...peak },
    { effectiveFrom, daily: { from: '06:00', to: '10:00' }, ...peak },
  ]
}

export const DEEPSEEK_CORRECTIONS: readonly Correction[] = [
  {
    externalId: 'deepseek/deepseek-chat',
    why: `${CHANGES} Before, V3 cost what V2.5 had, until 2025-02-08 16:00 UTC
      (https://github.com/BerriAI/litellm/pull/8363). Cache hits cost a tenth since there are any
      (https://platform.deepseek.com/api-docs/news/news0802/).`,
    listed: [
      { input: '0.135', output: '0.55', cacheRead: '0.035' },
      { daily: { from: '00:30', to: '16:30' }, input: '0.27', output: '1.1', cacheRead: '0.07' },
    ],
    prices: [
      V2,
      { effectiveFrom: '2025-02-08T16:00Z', input: '0.27', output: '1.1', cacheRead: '0.07' },
      ...SAME_FOR_BOTH,
    ],
  },
  {
    externalId: 'deepseek/deepseek-reasoner',
    why: `${CHANGES} R1 had no part in the earlier discount of V3.`,
    listed: [
      { input: '0.135', output: '0.55', cacheRead: '0.035' },
      { daily: { from: '00:30', to: '16:30' }, input: '0.55', output: '2.19', cacheRead: '0.14' },
    ],
    prices: [{ input: '0.55', output: '2.19', cacheRead: '0.14' }, ...SAME_FOR_BOTH],
  },
  {
    externalId: 'deepseek/deepseek-v4-flash',
    why: `The source lacks the first two days, before cache reads fell to a tenth
      (https://github.com/Hmbown/Codewhale/pull/20, https://tokenmix.ai/blog/deepseek-api-pricing).`,
    listed: [V4_FLASH, ...V4_FLASH_BY_HOURS],
    prices: [
      { ...V4_FLASH, cacheRead: '0.028' },
      { effectiveFrom: '2026-04-26T12:15Z', ...V4_FLASH },
      ...V4_FLASH_BY_HOURS,
    ],
  },
  {
    externalId: 'deepseek/deepseek-v4-pro',
    why: `The source lacks the first days: 1.74 and 3.48 USD at the launch of 2026-04-24
      (https://github.com/theopenco/llmgateway/pull/2073), a quarter of that by 2026-04-25
      (https://github.com/Hmbown/Codewhale/pull/20), for good since May
      (https://github.com/xr843/fojin/pull/639), and cheaper cache reads from 2026-04-26 at 12:15 UTC
      (https://tokenmix.ai/blog/deepseek-api-pricing).`,
    listed: [V4_PRO, ...V4_PRO_BY_HOURS],
    prices: [
      { input: '1.74', output: '3.48', cacheRead: '0.145' },
      { effectiveFrom: '2026-04-25', ...V4_PRO, cacheRead: '0.03625' },
      { effectiveFrom: '2026-04-26T12:15Z', ...V4_PRO },
      ...V4_PRO_BY_HOURS,
    ],
  },
]

export const DEEPSEEK_ADDITIONS: readonly Addition[] = [
  {
    provider: 'deepseek',
    names: ['deepseek-coder'],
    displayName: 'DeepSeek Coder',
    why: `Both models cost the same from the first (https://github.com/AgentOps-AI/tokencost/commit/d9f3f38c),
      also while V2.5 and V3 answered to this name
      (https://github.com/AgentOps-AI/tokencost/commit/226b3329). It is not known to have been sold
      for the prices that came after the discount of V3.`,
    prices: [V2],
  },
]
