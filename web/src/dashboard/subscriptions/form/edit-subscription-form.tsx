import { Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Subscription } from '../../../api/api-types.ts'
import { subscriptionQuery, updateSubscription } from '../../../api/subscriptions.ts'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../../ui/forms/api-form.tsx'
import { FieldGroup } from '../../../ui/forms/field-group.tsx'
import { TextField } from '../../../ui/forms/fields.tsx'
import { UnsavedGuard } from '../../../ui/forms/unsaved-guard.tsx'
import { useApiForm } from '../../../ui/forms/use-api-form.ts'
import { isDay } from '../../../ui/values/dates.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { PartyFields } from './party-fields.tsx'
import { Flag, TermFields } from './subscription-fields.tsx'
import { changesOf, problemsOf, valuesOf } from './subscription-values.ts'

export default function EditSubscriptionForm({ subscription }: { subscription: Subscription }) {
  const { slug } = useOrganization()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { id, endDate } = subscription
  /** Values when the form was opened; only differences from them are sent. */
  const opened = useRef(valuesOf(subscription)).current
  const [values, setValues] = useState(opened)
  const goBack = () =>
    navigate({
      to: '/o/$slug/subscriptions/$subscriptionId',
      params: { slug, subscriptionId: id },
      ignoreBlocker: true,
    })
  const state = useApiForm({
    initial: opened,
    check: problemsOf,
    onChange: setValues,
    send: (sent) => updateSubscription(slug, id, changesOf(opened, sent)),
    onDone: async (after) => {
      queryClient.setQueryData(subscriptionQuery(slug, id).queryKey, after)
      // The change recomputes drafts and changes periods.
      void queryClient.invalidateQueries({ queryKey: [slug] })
      await goBack()
      toast(`${after.name} is saved`)
    },
  })
  return (
    <>
      <ApiForm
        state={state}
        action="Save"
        isLong
        cancel={
          <Button
            variant="default"
            onClick={() =>
              void navigate({
                to: '/o/$slug/subscriptions/$subscriptionId',
                params: { slug, subscriptionId: id },
              })
            }
          >
            Cancel
          </Button>
        }
      >
        <FieldGroup title="Customer and plan">
          <TextField form={state.form} name="name" label="Name" required />
          <PartyFields form={state.form} values={values} />
        </FieldGroup>
        <TermFields form={state.form} values={values} />
        {endDate !== null && !isDay(endDate) && (
          <>
            <Text size="sm" c="dimmed">
              The subscription ends at an exact time. That time is kept unless you choose a last
              day.
            </Text>
            <Flag form={state.form} name="isForever" label="Remove the end" />
          </>
        )}
      </ApiForm>
      <UnsavedGuard isUnsaved={() => state.form.isDirty()} />
    </>
  )
}
