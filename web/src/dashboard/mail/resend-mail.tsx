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

/** Invoices can be mailed once more; other mails say what was true once. */
export function ResendMail({ mail: { kind, invoiceId, to } }: { mail: EmailSummary }) {
  const { slug, refusalOf } = useOrganization()
  const queryClient = useQueryClient()
  const [isOpen, dialog] = useDisclosure()
  const key = useRef('')
  const reason = refusalOf('bill')
  if (kind !== 'invoice' || invoiceId === null) return null
  const open = () => {
    // One key for each time it is asked, so that a repeat sends it only once.
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
