import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useRef } from 'react'
import type { PricingPlan } from '../../../api/api-types.ts'
import { UnsavedGuard } from '../../../ui/forms/unsaved-guard.tsx'
import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { PageTitle } from '../../../ui/layout/page-title.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import type { Draft } from './draft.ts'
import { PriceCard } from './price-card.tsx'
import classes from './prices.module.css'
import { SaveBar } from './save-bar.tsx'
import { useDrafts } from './use-drafts.ts'

/** Loaded lazily, because editing does not need it. */
const PricePreviewPanel = lazy(() => import('./preview/price-preview-panel.tsx'))

type Props = {
  plan: PricingPlan
  initial: readonly Draft[]
  /** Initial unsaved prices of a new plan. */
  beginning: readonly Draft[]
  /** True if these are all prices of the plan. */
  isAll: boolean
}

/** Editor of a plan's prices on the left, with a preview on the right. */
export function PricesEditor({ plan, initial, beginning, isAll }: Props) {
  const { slug } = useOrganization()
  const state = useDrafts(initial, beginning)
  const cards = useRef<HTMLDivElement>(null)
  const add = () => {
    state.add()
    // Focuses the first field of the new card, which is the last one.
    requestAnimationFrame(() =>
      Array.from(cards.current?.querySelectorAll<HTMLElement>('[data-price] select') ?? [])
        .at(-1)
        ?.focus(),
    )
  }
  return (
    <Stack gap="md">
      <Stack gap={4}>
        <AnchorLink to="/o/$slug/plans/$planId" params={{ slug, planId: plan.id }} size="sm">
          {plan.name}
        </AnchorLink>
        <PageTitle tab={`Prices of ${plan.name}`}>Prices</PageTitle>
        <Text c="dimmed">
          In {plan.currency}. A new price applies to every billing period that is not invoiced yet.
        </Text>
        {!isAll && <Text>Only the first prices are shown. Change the others through the API.</Text>}
      </Stack>
      <div className={classes.columns}>
        <Stack gap="md" ref={cards}>
          {state.drafts.length === 0 && (
            <Empty title="No prices yet">Add a price for usage, a fee or seats.</Empty>
          )}
          {state.drafts.map((draft) => (
            <PriceCard
              key={draft.key}
              planId={plan.id}
              draft={draft}
              agents={plan.agents}
              currency={plan.currency}
              problems={state.problemsOf(draft)}
              isSelected={state.drafts.length > 1 && draft.key === state.selected?.key}
              onSelect={() => state.select(draft.key)}
              onChange={state.change}
              onRemoved={() => state.remove(draft.key)}
            />
          ))}
          <Group>
            <Button variant="default" leftSection={<IconPlus size={16} />} onClick={add}>
              Add a price
            </Button>
          </Group>
        </Stack>
        <div className={classes.preview}>
          <Suspense fallback={<div aria-busy />}>
            <PricePreviewPanel
              drafts={state.drafts}
              selected={state.selected}
              saved={state.selected && state.savedOf(state.selected.key)}
              planId={plan.id}
              currency={plan.currency}
            />
          </Suspense>
        </div>
      </div>
      {state.changed.length > 0 && <SaveBar plan={plan} state={state} cards={cards} />}
      <UnsavedGuard isUnsaved={() => state.changed.length > 0} />
    </Stack>
  )
}
