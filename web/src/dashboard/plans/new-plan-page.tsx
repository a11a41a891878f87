import { Button, Radio, SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { onlyAgentQuery } from '../../api/agents.ts'
import { AGENTS } from '../../api/choices.ts'
import { organizationQuery } from '../../api/organization.ts'
import { createPlan } from '../../api/plans.ts'
import { toast } from '../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { FieldGrid } from '../../ui/forms/field-grid.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { UnsavedGuard } from '../../ui/forms/unsaved-guard.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { LinesSkeleton } from '../../ui/states/lines-skeleton.tsx'
import { LazyPicker } from '../pickers/lazy-picker.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { START_NAMES, type Start } from './start-names.ts'
import { STARTS } from './starting-points.ts'
import { usePlansRefresh } from './use-plans-refresh.ts'

type Props = {
  start: Start | undefined
  agentId: string | undefined
  /** Keeps the starting point in the URL, so that it survives leaving the page. */
  onStart: (start: Start) => void
}

/** Waits for the agents, because the form starts with the only one. */
export function NewPlanPage({ agentId, ...props }: Props) {
  const { slug } = useOrganization()
  const only = useQuery(onlyAgentQuery(slug))
  if (agentId === undefined && only.isPending) {
    return (
      <Page title={TITLE} about={ABOUT}>
        <LinesSkeleton lines={8} />
      </Page>
    )
  }
  return (
    <NewPlanForm
      {...props}
      initialAgentId={agentId ?? only.data?.id}
      onlyAgent={only.data ?? undefined}
    />
  )
}

const TITLE = 'New plan'
const ABOUT = 'You set its prices in the next step, with a preview of the resulting amounts.'

type FormProps = Omit<Props, 'agentId'> & {
  initialAgentId: string | undefined
  onlyAgent: { id: string; name: string } | undefined
}

/** Creates a plan; the editor that follows sets its prices. */
function NewPlanForm({ start = 'outcome', onStart, initialAgentId, onlyAgent }: FormProps) {
  const { slug } = useOrganization()
  const navigate = useNavigate()
  const refresh = usePlansRefresh()
  const [agentId, setAgentId] = useState(initialAgentId)
  const { data: organization } = useQuery(organizationQuery(slug))
  const state = useApiForm({
    initial: { name: '', description: '', currency: '', agentId: initialAgentId ?? '' },
    send: ({ name, description, currency, agentId: agent }, key) =>
      createPlan(
        slug,
        {
          name: name.trim(),
          description: description.trim() || null,
          ...(currency.trim() === '' ? {} : { currency: currency.trim().toUpperCase() }),
          ...(agent === '' ? {} : { agentId: agent }),
        },
        key,
      ),
    onDone: async (plan) => {
      void refresh()
      await navigate({
        to: '/o/$slug/plans/$planId/prices',
        params: { slug, planId: plan.id },
        search: { start },
        ignoreBlocker: true,
      })
      toast(`${plan.name} is created`)
    },
  })
  return (
    <Page title={TITLE} about={ABOUT}>
      <ApiForm
        state={state}
        action="Create plan"
        isLong
        cancel={
          <Button
            variant="default"
            onClick={() => void navigate({ to: '/o/$slug/plans', params: { slug } })}
          >
            Cancel
          </Button>
        }
      >
        <Stack gap={32} maw={860}>
          <FieldGrid>
            <TextField
              form={state.form}
              name="name"
              label="Name"
              description="Customers see it on their subscriptions."
              placeholder="Growth"
              required
            />
            <TextField
              form={state.form}
              name="description"
              label="Description"
              description="What the plan is for, in one line."
            />
            <TextField
              form={state.form}
              name="currency"
              label="Currency"
              description="The currency of every price of the plan. It cannot be changed later."
              placeholder={organization?.currency ?? 'USD'}
              maxLength={3}
            />
            <LazyPicker
              choices={AGENTS}
              label="Agent"
              description={
                onlyAgent !== undefined && agentId === onlyAgent.id
                  ? `${onlyAgent.name} is selected because it is your only agent.`
                  : 'The agent whose work the plan prices. You can link more agents later.'
              }
              any="None yet"
              w="100%"
              value={agentId}
              onChange={(id) => {
                setAgentId(id)
                state.form.setFieldValue('agentId', id ?? '')
              }}
            />
          </FieldGrid>
          <Section title="Start from" about="You can change everything before you save it.">
            <Radio.Group
              aria-label="Start from"
              value={start}
              onChange={(name) => onStart(START_NAMES.find((one) => one === name) ?? start)}
            >
              <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
                {START_NAMES.map((name) => (
                  <Radio
                    key={name}
                    value={name}
                    label={STARTS[name].label}
                    description={`${STARTS[name].about} ${STARTS[name].example}.`}
                  />
                ))}
              </SimpleGrid>
            </Radio.Group>
          </Section>
        </Stack>
      </ApiForm>
      <UnsavedGuard isUnsaved={() => state.form.isDirty()} />
    </Page>
  )
}
