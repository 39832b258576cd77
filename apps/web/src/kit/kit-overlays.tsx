import { LogOut, Settings } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { showPlainToast, showToast } from '#ui/feedback/toast.ts';
import { QuantityField } from '#ui/fields/quantity-field.tsx';
import { Icon } from '#ui/icon.tsx';
import { InitialsDisc } from '#ui/initials-disc.tsx';
import { BottomBar, Section } from '#ui/layout/app-frame.tsx';
import { List, Row } from '#ui/layout/row.tsx';
import { FactList } from '#ui/layout/tile.tsx';
import { Money, Price } from '#ui/numbers/number-text.tsx';
import { ConfirmDialog, Dialog } from '#ui/overlays/dialog.tsx';
import { SideDrawer } from '#ui/overlays/drawer.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';

type Open = 'sheet' | 'drawer' | 'dialog' | 'confirm' | undefined;

export function KitOverlays() {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <Section title="Layers">
      <div className="grid grid-cols-2 gap-3">
        <Button size="medium" tone="secondary" onClick={() => setOpen('sheet')}>
          Open sheet
        </Button>
        <Button size="medium" tone="secondary" onClick={() => setOpen('drawer')}>
          Open drawer
        </Button>
        <Button size="medium" tone="secondary" onClick={() => setOpen('dialog')}>
          Open dialog
        </Button>
        <Button size="medium" tone="secondary" onClick={() => setOpen('confirm')}>
          Open question
        </Button>
        <Button size="medium" tone="secondary" onClick={() => showToast('Copied', { tone: 'success' })}>
          Toast
        </Button>
        <Button size="medium" tone="secondary" onClick={() => showPlainToast('Payment failed')}>
          Plain toast
        </Button>
        <Button
          size="medium"
          tone="secondary"
          onClick={() => showToast('Placing the order, please wait a moment', { tone: 'error', mask: true })}
        >
          Masked toast
        </Button>
      </div>
      <BottomBar>
        <Button tone="sell">Sell</Button>
        <Button tone="buy">Buy</Button>
      </BottomBar>
      <OrderSheet isOpen={open === 'sheet'} onClose={close} />
      <MenuDrawer isOpen={open === 'drawer'} onClose={close} />
      <Dialog
        open={open === 'dialog'}
        onOpenChange={close}
        title="What a limit order is"
        footer={
          <Button size="medium" onClick={close}>
            Understood
          </Button>
        }
      >
        It waits in the book until somebody sells at your price or lower.
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        onOpenChange={close}
        title="Cancel the order for 25 ARUNA?"
        confirmLabel="Cancel order"
        cancelLabel="Keep it"
        tone="danger"
        onConfirm={close}
      >
        Nothing of it was filled yet. What was blocked for it is free at once.
      </ConfirmDialog>
    </Section>
  );
}

function OrderSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [quantity, setQuantity] = useState('25');
  return (
    <Sheet
      open={isOpen}
      onOpenChange={onClose}
      title="Buy ARUNA"
      aside={<Price value="2948.30" asset="INR" unit="symbol" className="text-body font-semibold" />}
      closeLabel="Close"
      footer={<Button tone="buy">Buy 25 shares</Button>}
    >
      <div className="flex flex-col gap-4">
        <QuantityField
          label="Quantity"
          lessLabel="One less"
          moreLabel="One more"
          value={quantity}
          onValueChange={setQuantity}
        />
        <FactList
          facts={[
            { label: 'Charges', value: <Money value="42.18" asset="INR" /> },
            { label: 'Worst case', value: <Money value="73749.68" asset="INR" /> },
            { label: 'Left afterwards', value: <Money value="354400.32" asset="INR" />, strong: true },
          ]}
        />
      </div>
    </Sheet>
  );
}

function MenuDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <SideDrawer
      open={isOpen}
      onOpenChange={onClose}
      label="Menu"
      footer={
        <List>
          <Row compact tone="danger" onClick={onClose} leading={<Icon icon={LogOut} />} title="Sign out" />
        </List>
      }
    >
      <div className="flex items-center gap-3 px-4 py-5">
        <InitialsDisc name="Ananya Rao" size={52} />
        <div>
          <p className="text-heading">Ananya Rao</p>
          <p className="text-small text-muted">ID 48201</p>
        </div>
      </div>
      <List label="Menu">
        <Row
          compact
          chevron
          onClick={onClose}
          leading={<Icon icon={Settings} className="text-muted" />}
          title="Settings"
        />
      </List>
    </SideDrawer>
  );
}
