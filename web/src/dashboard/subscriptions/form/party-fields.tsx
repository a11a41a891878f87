import { Select } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ACTIVE_PLANS } from '../../../api/choices.ts'
import { planQuery } from '../../../api/plans.ts'
import { Problem } from '../../../ui/states/problem.tsx'
import { Picker } from '../../pickers/picker.tsx'
import { CustomerPicker } from '../../pickers/pickers.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import type { SubscriptionValues } from './subscription-values.ts'

type Props = { form: UseFormReturnType<SubscriptionValues>; values: SubscriptionValues }

/** Fields for the customer, the plan and the agent. */
export function PartyFields({ form, values: { customerId, planId } }: Props) {
  const error = (field: 'customerId' | 'planId') => {
    const text = form.errors[field]
    return typeof text === 'string' ? { error: text } : {}
  }
  return (
    <>
      <CustomerPicker
        any="Choose a customer"
        value={customerId || undefined}
        onChange={(id) => form.setFieldValue('customerId', id ?? '')}
        {...error('customerId')}
        w="100%"
      />
      <Picker
        choices={ACTIVE_PLANS}
        label="Plan"
        any="Choose a plan"
        value={planId || undefined}
        onChange={(id) => form.setValues({ planId: id ?? '', agentId: '' })}
        {...error('planId')}
        w="100%"
      />
      <AgentField form={form} values={{ customerId, planId, agentId: form.getValues().agentId }} />
    </>
  )
}

type AgentProps = {
  form: UseFormReturnType<SubscriptionValues>
  values: Pick<SubscriptionValues, 'customerId' | 'planId' | 'agentId'>
}

/** Offers only the plan's agents; a single one is preselected. */
function AgentField({ form, values: { planId, agentId } }: AgentProps) {
  const { slug } = useOrganization()
  const { data, error, refetch } = useQuery({
    ...planQuery(slug, planId),
    enabled: planId !== '',
  })
  const agents = planId === '' ? [] : (data?.agents ?? [])
  const only = agents.length === 1 ? agents[0]?.id : undefined
  const { setFieldValue } = form
  useEffect(() => {
    if (only !== undefined && agentId === '') setFieldValue('agentId', only)
  }, [only, agentId, setFieldValue])
  if (error) return <Problem error={error} onRetry={() => void refetch()} />
  const hasNone = data !== undefined && planId !== '' && agents.length === 0
  return (
    <Select
      label="Agent"
      placeholder={planId === '' ? 'Choose a plan first' : 'Choose an agent'}
      description={
        hasNone ? 'No agent is linked to this plan yet.' : 'An agent that is linked to the plan.'
      }
      disabled={planId === '' || hasNone}
      data={agents.map(({ id, name }) => ({ value: id, label: name }))}
      value={agentId || null}
      onChange={(id) => setFieldValue('agentId', id ?? '')}
      error={form.errors.agentId}
      comboboxProps={{ shadow: 'none' }}
    />
  )
}
