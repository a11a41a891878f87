import { useMutation } from '@tanstack/react-query'
import { resendAnnouncement } from '../../api/announcements.ts'
import { toast } from '../../ui/dialogs/toasts.ts'
import { newKey } from '../../ui/forms/new-key.ts'
import { formatCount } from '../../ui/values/money.ts'
import { AllowedButton } from '../session/allowed-button.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { useWebhooksRefresh } from './use-webhooks-refresh.ts'

type Props = {
  announcementId: string
  /** Without one, it is sent to every endpoint that has a delivery of it. */
  endpointId?: string
  refusal?: string | undefined
}

/** Sends an announcement now, with the same id and body. */
export function ResendButton({ announcementId, endpointId, refusal }: Props) {
  const { slug } = useOrganization()
  const refresh = useWebhooksRefresh()
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const body = endpointId === undefined ? {} : { endpointId }
      return resendAnnouncement(slug, { announcementId, key: newKey() }, body)
    },
    onSuccess: ({ deliveries }) => toast(resultInWords(deliveries)),
    onError: (error) => toast(error.message),
    onSettled: refresh,
  })
  return (
    <AllowedButton
      permission="webhooks"
      variant="default"
      loading={isPending}
      refusal={refusal}
      onClick={() => mutate()}
    >
      Resend
    </AllowedButton>
  )
}

function resultInWords(deliveries: number): string {
  if (deliveries === 0) return 'Nothing was sent: its endpoints are disabled'
  return deliveries === 1 ? 'It is sent now' : `Sent to ${formatCount(deliveries)} endpoints now`
}
