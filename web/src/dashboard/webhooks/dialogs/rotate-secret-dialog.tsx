import { Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { NewWebhookEndpoint, WebhookEndpoint } from '../../../api/api-types.ts'
import { rotateSecret } from '../../../api/webhook-endpoints.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { ApiForm } from '../../../ui/forms/api-form.tsx'
import { useApiForm } from '../../../ui/forms/use-api-form.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { useWebhooksRefresh } from '../use-webhooks-refresh.ts'
import { NewSecret } from './new-secret.tsx'

const OVERLAP_HOURS = 24

type Props = { endpoint: WebhookEndpoint; onClose: () => void }

/** Replaces the secret of an endpoint and shows the new one once. */
export default function RotateSecretDialog({ endpoint: { id: endpointId }, onClose }: Props) {
  const { slug } = useOrganization()
  const refresh = useWebhooksRefresh()
  const [rotated, setRotated] = useState<NewWebhookEndpoint>()
  const state = useApiForm({
    initial: { overlapHours: String(OVERLAP_HOURS) },
    send: ({ overlapHours }, key) =>
      rotateSecret(slug, { endpointId, key }, { overlapHours: Number(overlapHours) }),
    onDone: (endpoint) => {
      setRotated(endpoint)
      void refresh()
    },
  })
  if (rotated) {
    return <NewSecret title="Secret rotated" secret={rotated.secret} onClose={onClose} />
  }
  return (
    <Dialog title="Rotate secret?" isOpen onClose={onClose}>
      <ApiForm state={state} action="Rotate secret" isDeliberate>
        <Text>
          The endpoint gets a new secret, which is shown once. The previous secret works for 24 more
          hours: deliveries are signed with both, so that the receiver can be changed in between.
        </Text>
        <Radio.Group
          label="Previous secret"
          key={state.form.key('overlapHours')}
          {...state.form.getInputProps('overlapHours')}
        >
          <Stack gap="xs" mt={4}>
            <Radio
              value={String(OVERLAP_HOURS)}
              label="Works for 24 hours"
              description="No delivery is rejected while you replace it."
            />
            <Radio
              value="0"
              label="Ends now"
              description="If it was disclosed. Receivers reject deliveries until they have the new one."
            />
          </Stack>
        </Radio.Group>
      </ApiForm>
    </Dialog>
  )
}
