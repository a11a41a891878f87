import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import type { PricingPlan } from '../../../api/api-types.ts'
import { planSummariesQuery } from '../../../api/plans.ts'
import { savePrices } from '../../../api/prices.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Problem } from '../../../ui/states/problem.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { usePlansRefresh } from '../use-plans-refresh.ts'
import { toUpsert } from './draft.ts'
import { whatHappens } from './price-texts.ts'
import classes from './prices.module.css'
import { generalProblem, problemsByDraft } from './server-problems.ts'
import type { Drafts } from './use-drafts.ts'

type Props = {
  plan: PricingPlan
  state: Drafts
  cards: RefObject<HTMLElement | null>
  onSaved: () => void
}

/**
 * Bottom bar for unsaved changes. If the plan has subscriptions, it first explains what saving
 * changes.
 */
export default function SaveBar({ plan, state, cards, onSaved }: Props) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const refresh = usePlansRefresh()
  const [liveSubscriptions, setLive] = useState(0)
  const sent = state.changed
  const focusProblem = () =>
    requestAnimationFrame(() =>
      cards.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    )
  const save = useMutation({
    mutationFn: () => savePrices(slug, plan.id, sent.map(toUpsert)),
    onSuccess: async ({ results }) => {
      state.store(sent, results)
      onSaved()
      await refresh()
    },
    onError: (error) => {
      state.refuse(
        problemsByDraft(
          error,
          sent.map(({ key }) => key),
        ),
      )
      focusProblem()
    },
    onSettled: () => setLive(0),
  })
  const ask = useMutation({
    mutationFn: () =>
      queryClient.fetchQuery({ ...planSummariesQuery(slug, [plan.id]), staleTime: 0 }),
    onSuccess: ({ results: [summary] }) => {
      if (summary === undefined || summary.liveSubscriptions === 0) save.mutate()
      else setLive(summary.liveSubscriptions)
    },
  })
  const start = () => {
    save.reset()
    if (state.check() === undefined) ask.mutate()
    else focusProblem()
  }
  const problem = generalProblem(save.error) ?? ask.error
  return (
    <div className={classes.bar}>
      <Stack gap="sm">
        {problem && <Problem error={problem} />}
        <Group justify="space-between" gap="sm">
          <Text role="status">
            {sent.length === 1 ? '1 price is not saved' : `${sent.length} prices are not saved`}
          </Text>
          <Group gap="sm">
            <Button variant="default" onClick={state.discard} disabled={save.isPending}>
              Discard
            </Button>
            <Button onClick={start} loading={ask.isPending || save.isPending}>
              Save
            </Button>
          </Group>
        </Group>
      </Stack>
      <Dialog title="Save prices?" isOpen={liveSubscriptions > 0} onClose={() => setLive(0)}>
        <Stack gap="md">
          <Text>{whatHappens(liveSubscriptions)}</Text>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={() => setLive(0)} data-autofocus>
              Cancel
            </Button>
            <Button loading={save.isPending} onClick={() => save.mutate()}>
              Save prices
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </div>
  )
}
