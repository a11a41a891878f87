import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import type { PricingStrategy } from '../../../api/api-types.ts'
import { planQuery, pricesQuery } from '../../../api/plans.ts'
import { signalsQuery } from '../../../api/signals.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { LinesSkeleton } from '../../../ui/states/lines-skeleton.tsx'
import { Problem } from '../../../ui/states/problem.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { NoSuchPlan } from '../no-such-plan.tsx'
import type { Start } from '../start-names.ts'
import { draftOf, newDraft } from './draft.ts'
import { PricesEditor } from './prices-editor.tsx'
import { draftsOf } from './templates.ts'

type Props = { planId: string; start: Start | undefined; signalId: string | undefined }

/** Loads a plan and its prices once; a refetch does not overwrite edits. */
export function PricesPage({ planId, start, signalId }: Props) {
  const { slug } = useOrganization()
  const plan = useQuery(planQuery(slug, planId))
  const prices = useQuery(pricesQuery(slug, planId))
  // The agents at the start, so that linking another one does not reset the editor.
  const agentIds = useRef<string[]>(undefined)
  agentIds.current ??= plan.data?.agents.map(({ id }) => id)
  const signal = useOnlySignal(
    agentIds.current,
    start !== undefined || prices.data?.totalResults === 0,
  )
  const error = plan.error ?? prices.error
  if (plan.error instanceof ApiError && [400, 404].includes(plan.error.status)) {
    return <NoSuchPlan />
  }
  if (plan.data === undefined || prices.data === undefined || signal.isWaiting) {
    const retry = () => void Promise.all([plan, prices].map((one) => one.error && one.refetch()))
    return (
      <Page title="Prices">
        {error ? <Problem error={error} onRetry={retry} /> : <LinesSkeleton lines={6} />}
      </Page>
    )
  }
  const { results, totalResults } = prices.data
  return (
    <PricesEditor
      plan={plan.data}
      initial={results.map(draftOf)}
      beginning={
        start && results.length === 0
          ? draftsOf(start, signal.id)
          : unpricedDrafts(results, signalId)
      }
      signalId={signal.id}
      isAll={results.length === totalResults}
    />
  )
}

/** Returns a new price for a signal without an own one. */
function unpricedDrafts(prices: readonly PricingStrategy[], signalId: string | undefined) {
  const isWanted = signalId !== undefined && !prices.some((one) => one.signalId === signalId)
  return isWanted ? [newDraft({ signalId })] : []
}

/** Returns the signal that new prices use by default: the only signal of the plan's only agent. */
function useOnlySignal(agentIds: readonly string[] | undefined, isWanted: boolean) {
  const { slug } = useOrganization()
  const agentId = agentIds?.length === 1 ? agentIds[0] : undefined
  const isAsked = isWanted && agentId !== undefined
  const { data, error } = useQuery({
    ...signalsQuery(slug, { agentId: agentId ?? '', limit: 2 }),
    enabled: isAsked,
  })
  const [only, ...others] = data?.results ?? []
  return {
    isWaiting: isAsked && data === undefined && error === null,
    id: others.length === 0 ? only?.id : undefined,
  }
}
