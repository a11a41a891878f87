import { ActionIcon, Text, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { EmailSummary } from '../../api/api-types.ts'
import { sendInvoice } from '../../api/invoices.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../ui/dialogs/toasts.ts'
import { newKey } from '../../ui/forms/new-key.ts'
import { useOrganization } from '../session/use-organization.ts'

/**
 * Resends an invoice email. Other emails cannot be resent, because their content may be outdated.
 */
export function ResendMail({ mail: { kind, invoiceId, to } }: { mail: EmailSummary }) {
  const { slug, refusalOf } = useOrganization()
  const queryClient = useQueryClient()
  const [isOpen, dialog] = useDisclosure()
  const key = useRef('')
  const reason = refusalOf('bill')
  if (kind !== 'invoice' || invoiceId === null) return null
  const open = () => {
    // A new key for each opening of the dialog, so that a retry sends only once.
    key.current = newKey()
    dialog.open()
  }
  return (
    <>
      <Tooltip label={reason ?? 'Send again'}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Send again to ${to}`}
          {...(reason === undefined
            ? { onClick: open }
            : { 'data-disabled': true, 'aria-disabled': true, 'aria-description': reason })}
        >
          <IconSend size={16} />
        </ActionIcon>
      </Tooltip>
      <ConfirmDialog
        title="Send the invoice again?"
        isOpen={isOpen}
        onClose={dialog.close}
        action="Send again"
        run={async () => {
          const { recipientEmail } = await sendInvoice(slug, invoiceId, {}, key.current)
          await queryClient.invalidateQueries({ queryKey: [slug, 'emails'] })
          toast(`The invoice is on its way to ${recipientEmail}`)
        }}
      >
        <Text>The invoice is sent unchanged, with its PDF. It keeps its dates.</Text>
      </ConfirmDialog>
    </>
  )
}
