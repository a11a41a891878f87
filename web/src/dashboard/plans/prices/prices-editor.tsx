import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import type { PricingPlan } from '../../../api/api-types.ts'
import { UnsavedGuard } from '../../../ui/forms/unsaved-guard.tsx'
import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { PageTitle } from '../../../ui/layout/page-title.tsx'
import { RowPages } from '../../../ui/layout/row-pages.tsx'
import { LinesSkeleton } from '../../../ui/states/lines-skeleton.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import type { Draft } from './draft.ts'
import { PriceCard } from './price-card.tsx'
import classes from './prices.module.css'
import { SavedBar } from './saved-bar.tsx'
import { draftsOf } from './templates.ts'
import { useDrafts } from './use-drafts.ts'

/** Loaded lazily, because editing does not need it. */
const PricePreviewPanel = lazy(() => import('./preview/price-preview-panel.tsx'))

/** Loaded lazily: a plan has prices, and nothing is to be saved at first. */
const NoPrices = lazy(() => import('./no-prices.tsx'))
const SaveBar = lazy(() => import('./save-bar.tsx'))

const LinkAgentDialog = lazy(() => import('../link-agent-dialog.tsx'))

/** Prices that are drawn at once; each is a form. */
const PAGE_PRICES = 25

type Props = {
  plan: PricingPlan
  initial: readonly Draft[]
  /** Initial unsaved prices of a new plan. */
  beginning: readonly Draft[]
  /** The only signal, which the prices of a starting point use. */
  signalId: string | undefined
  /** True if these are all prices of the plan. */
  isAll: boolean
}

/** Editor of a plan's prices on the left, with a preview on the right. */
export function PricesEditor({ plan, initial, beginning, signalId, isAll }: Props) {
  const { slug } = useOrganization()
  const state = useDrafts(initial, beginning)
  const { drafts, selected } = state
  // The page follows the selected price, so that a new one and one with a problem are on it.
  const page = Math.floor(
    Math.max(
      0,
      drafts.findIndex(({ key }) => key === selected?.key),
    ) / PAGE_PRICES,
  )
  const shown = drafts.slice(page * PAGE_PRICES, (page + 1) * PAGE_PRICES)
  const turnTo = (to: number) => {
    const first = drafts[to * PAGE_PRICES]
    if (first !== undefined) state.select(first.key)
    cards.current?.scrollIntoView()
  }
  const cards = useRef<HTMLDivElement>(null)
  const isAdded = initial.length > 0 && beginning.length > 0
  // A price that the URL asks for is the last one.
  useEffect(() => {
    if (isAdded) lastCard(cards.current)?.scrollIntoView({ block: 'center' })
  }, [isAdded])
  const [isSaved, saved] = useDisclosure()
  const [isLinking, linking] = useDisclosure()
  const add = () => {
    state.add()
    // Focuses the first field of the new card, which is the last one.
    requestAnimationFrame(() => lastCard(cards.current)?.querySelector('select')?.focus())
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
          {drafts.length === 0 && (
            <Suspense fallback={<LinesSkeleton lines={6} />}>
              <NoPrices onStart={(start) => state.begin(draftsOf(start, signalId))} />
            </Suspense>
          )}
          {shown.map((draft) => (
            <PriceCard
              key={draft.key}
              planId={plan.id}
              draft={draft}
              agents={plan.agents}
              currency={plan.currency}
              problems={state.problemsOf(draft)}
              isSelected={drafts.length > 1 && draft.key === selected?.key}
              onSelect={() => state.select(draft.key)}
              onChange={state.change}
              onRemoved={() => state.remove(draft.key)}
              onLinkAgent={linking.open}
            />
          ))}
          <RowPages
            name="prices"
            total={drafts.length}
            size={PAGE_PRICES}
            page={page}
            onPage={turnTo}
          />
          <Group>
            <Button variant="default" leftSection={<IconPlus size={16} />} onClick={add}>
              Add a price
            </Button>
          </Group>
        </Stack>
        <div className={classes.preview}>
          <Suspense fallback={<div aria-busy />}>
            <PricePreviewPanel
              drafts={drafts}
              selected={selected}
              saved={selected && state.savedOf(selected.key)}
              planId={plan.id}
              currency={plan.currency}
            />
          </Suspense>
        </div>
      </div>
      {state.changed.length > 0 ? (
        <Suspense>
          <SaveBar plan={plan} state={state} cards={cards} onSaved={saved.open} />
        </Suspense>
      ) : (
        isSaved && <SavedBar plan={plan} />
      )}
      <Suspense>{isLinking && <LinkAgentDialog plan={plan} onClose={linking.close} />}</Suspense>
      <UnsavedGuard isUnsaved={() => state.changed.length > 0} />
    </Stack>
  )
}

const lastCard = (cards: HTMLElement | null) =>
  Array.from(cards?.querySelectorAll<HTMLElement>('[data-price]') ?? []).at(-1)
