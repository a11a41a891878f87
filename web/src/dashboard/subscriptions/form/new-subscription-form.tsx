import { Button, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { PricingPlan } from '../../../api/api-types.ts'
import {
  createSubscription,
  subscriptionQuery,
  subscriptionsKey,
} from '../../../api/subscriptions.ts'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../../ui/forms/api-form.tsx'
import { FieldGroup } from '../../../ui/forms/field-group.tsx'
import { TextField } from '../../../ui/forms/fields.tsx'
import { UnsavedGuard } from '../../../ui/forms/unsaved-guard.tsx'
import { useApiForm } from '../../../ui/forms/use-api-form.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { PartyFields } from './party-fields.tsx'
import { TermFields } from './subscription-fields.tsx'
import classes from './subscription-form.module.css'
import { newValues, problemsOf, toBody } from './subscription-values.ts'

/**
 * Loaded lazily: it includes everything needed to show an invoice, and the empty form has no
 * preview.
 */
const SubscriptionPreview = lazy(() => import('./subscription-preview.tsx'))

type Props = {
  given: { customerId: string | undefined; plan: PricingPlan | undefined }
  today: string
}

export default function NewSubscriptionForm({ given, today }: Props) {
  const { slug } = useOrganization()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { customerId, plan } = given
  const [onlyAgent, ...otherAgents] = plan?.agents ?? []
  const initial = newValues({
    name: plan?.name ?? '',
    customerId: customerId ?? '',
    planId: plan?.id ?? '',
    agentId: otherAgents.length === 0 ? (onlyAgent?.id ?? '') : '',
    startDate: today,
  })
  const [values, setValues] = useState(initial)
  const state = useApiForm({
    initial,
    check: problemsOf,
    onChange: setValues,
    send: (sent, key) => createSubscription(slug, toBody(sent), key),
    onDone: async (made) => {
      queryClient.setQueryData(subscriptionQuery(slug, made.id).queryKey, made)
      void queryClient.invalidateQueries({ queryKey: subscriptionsKey(slug) })
      await navigate({
        to: '/o/$slug/subscriptions/$subscriptionId',
        params: { slug, subscriptionId: made.id },
        ignoreBlocker: true,
      })
      toast(`${made.name} is created`)
    },
  })
  const { form } = state
  return (
    <div className={classes.columns}>
      <ApiForm
        state={state}
        action="Create subscription"
        isLong
        cancel={
          <Button
            variant="default"
            onClick={() => void navigate({ to: '/o/$slug/subscriptions', params: { slug } })}
          >
            Cancel
          </Button>
        }
      >
        <Stack gap={32}>
          <FieldGroup title="Customer and plan">
            <TextField form={form} name="name" label="Name" placeholder="Growth 2026" required />
            <PartyFields form={form} values={values} />
          </FieldGroup>
          <TermFields form={form} values={values}>
            <TextField
              form={form}
              name="proratedAmount"
              label="Adjustment"
              description="Once, on the first invoice. A negative amount reduces it."
              placeholder="-12.50"
              inputMode="text"
            />
          </TermFields>
        </Stack>
      </ApiForm>
      <aside className={classes.beside} aria-label="Preview of the subscription">
        <Suspense>
          <SubscriptionPreview values={values} />
        </Suspense>
      </aside>
      <UnsavedGuard isUnsaved={() => form.isDirty()} />
    </div>
  )
}
