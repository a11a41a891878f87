import { ActionIcon, Button, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { PortalInvoiceSummary } from '../../api/api-types.ts'
import { portalInvoicePdf } from '../../api/portal.ts'
import { saveFile } from '../../ui/files/save-file.ts'

type Props = { invoice: PortalInvoiceSummary; isSmall?: boolean }

/** Downloads the invoice as a PDF, which is also the receipt once it is paid. */
export function PdfButton({ invoice, isSmall = false }: Props) {
  const { id, invoiceNumber, status } = invoice
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => portalInvoicePdf(id),
    onSuccess: saveFile,
  })
  const what = status === 'paid' ? 'receipt' : 'PDF'
  return (
    <div>
      {isSmall ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          loading={isPending}
          aria-label={`Download ${what} of ${invoiceNumber}`}
          onClick={() => mutate()}
        >
          <IconDownload size={18} />
        </ActionIcon>
      ) : (
        <Button
          variant="default"
          size="md"
          loading={isPending}
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => mutate()}
        >
          Download {what}
        </Button>
      )}
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {error.message}
        </Text>
      )}
    </div>
  )
}
