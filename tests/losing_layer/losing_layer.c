/* A Vulkan layer that loses devices on command.
 *
 * In: a plan in the file that CASTVIEW_TEST_LOSSES names, one line a loss: "present 3" loses a device at its third
 * vkQueuePresentKHR from when the line is in force; then the next line is. The calls and their words are in the table below.
 * The plan is read and removed at the next of these calls, so a new one can be written at any time.
 * Out: VK_ERROR_DEVICE_LOST from that call, and from every later call of that device below.
 * Everything else goes on to the driver. Its device lives, and is idle before the loss is told: who loses a device destroys things
 * at once, since nothing runs on it any more. */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>
#include <vulkan/vk_layer.h>

#define EXPORT __attribute__((visibility("default")))

/* All handles of one instance, and all of one device, begin with the address of the same table. */
#define KEY(handle) (*(void **)(handle))

/* Calls that may say that the device is lost: name, word in a plan, parameters, arguments. */
#define CALLS(X) \
    X(AcquireNextImageKHR, "acquire", (VkDevice h, VkSwapchainKHR a, uint64_t b, VkSemaphore c, VkFence d, uint32_t *e), (h, a, b, c, d, e)) \
    X(QueueSubmit, "submit", (VkQueue h, uint32_t a, const VkSubmitInfo *b, VkFence c), (h, a, b, c)) \
    X(QueueSubmit2, "submit", (VkQueue h, uint32_t a, const VkSubmitInfo2 *b, VkFence c), (h, a, b, c)) \
    X(QueueSubmit2KHR, "submit", (VkQueue h, uint32_t a, const VkSubmitInfo2 *b, VkFence c), (h, a, b, c)) \
    X(QueuePresentKHR, "present", (VkQueue h, const VkPresentInfoKHR *a), (h, a)) \
    X(WaitSemaphores, "wait", (VkDevice h, const VkSemaphoreWaitInfo *a, uint64_t b), (h, a, b)) \
    X(WaitSemaphoresKHR, "wait", (VkDevice h, const VkSemaphoreWaitInfo *a, uint64_t b), (h, a, b)) \
    X(WaitForFences, "wait", (VkDevice h, uint32_t a, const VkFence *b, VkBool32 c, uint64_t d), (h, a, b, c, d)) \
    X(GetSemaphoreCounterValue, "poll", (VkDevice h, VkSemaphore a, uint64_t *b), (h, a, b)) \
    X(GetSemaphoreCounterValueKHR, "poll", (VkDevice h, VkSemaphore a, uint64_t *b), (h, a, b)) \
    X(GetFenceStatus, "poll", (VkDevice h, VkFence a), (h, a)) \
    X(CreateSwapchainKHR, "swapchain", (VkDevice h, const VkSwapchainCreateInfoKHR *a, const VkAllocationCallbacks *b, VkSwapchainKHR *c), (h, a, b, c)) \
    X(AllocateMemory, "memory", (VkDevice h, const VkMemoryAllocateInfo *a, const VkAllocationCallbacks *b, VkDeviceMemory *c), (h, a, b, c))

typedef struct {
    void *key;
    int lost;
    VkInstance instance;
    PFN_vkGetInstanceProcAddr instance_next;
    PFN_vkDestroyInstance DestroyInstance;
    PFN_vkEnumeratePhysicalDevices EnumeratePhysicalDevices;
    PFN_vkGetPhysicalDeviceProperties GetPhysicalDeviceProperties;
    PFN_vkGetPhysicalDeviceProperties2 GetPhysicalDeviceProperties2;
    PFN_vkGetDeviceProcAddr device_next;
    VkDevice device;
    PFN_vkDestroyDevice DestroyDevice;
    PFN_vkDeviceWaitIdle DeviceWaitIdle;
#define FIELD(name, word, parameters, arguments) PFN_vk##name name;
    CALLS(FIELD)
} Owner;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static Owner owners[64];
static struct { char call[16]; unsigned at; } plan[64];
static unsigned planned, in_force, calls;

/* The entry of `key`; for NULL one that is free. */
static Owner *owner_of(void *key) {
    for (unsigned at = 0; at < 64; at++)
        if (owners[at].key == key) return &owners[at];
    fprintf(stderr, "losing_layer: no such instance or device\n");
    abort();
}

static void add(Owner owner) {
    pthread_mutex_lock(&mutex);
    *owner_of(NULL) = owner;
    pthread_mutex_unlock(&mutex);
}

static Owner find(void *key) {
    pthread_mutex_lock(&mutex);
    Owner owner = *owner_of(key);
    pthread_mutex_unlock(&mutex);
    return owner;
}

static void read_plan(void) {
    const char *path = getenv("CASTVIEW_TEST_LOSSES");
    FILE *file = path ? fopen(path, "r") : NULL;
    if (!file) return;
    for (planned = in_force = calls = 0; planned < 64; planned++)
        if (fscanf(file, "%15s %u", plan[planned].call, &plan[planned].at) != 2) break;
    fclose(file);
    remove(path);
}

/* The device, which this call may just have lost. */
static Owner called(void *key, const char *call) {
    pthread_mutex_lock(&mutex);
    read_plan();
    Owner *device = owner_of(key);
    if (!device->lost && in_force < planned && !strcmp(plan[in_force].call, call) && ++calls >= plan[in_force].at) {
        device->lost = 1;
        device->DeviceWaitIdle(device->device);
        in_force++;
        calls = 0;
    }
    Owner found = *device;
    pthread_mutex_unlock(&mutex);
    return found;
}

#define LOSABLE(name, word, parameters, arguments)             \
    static VKAPI_ATTR VkResult VKAPI_CALL lose_##name parameters { \
        Owner device = called(KEY(h), word);                   \
        return device.lost ? VK_ERROR_DEVICE_LOST : device.name arguments; \
    }
CALLS(LOSABLE)

static VKAPI_ATTR void VKAPI_CALL destroy_device(VkDevice device, const VkAllocationCallbacks *allocator) {
    void *key = KEY(device);
    find(key).DestroyDevice(device, allocator);
    pthread_mutex_lock(&mutex);
    owner_of(key)->key = NULL;
    pthread_mutex_unlock(&mutex);
}

/* Of two adapters the second gets a name of its own, so that one driver, loaded twice, makes two adapters. */
static VkPhysicalDevice second;

static VKAPI_ATTR VkResult VKAPI_CALL list_adapters(VkInstance instance, uint32_t *count, VkPhysicalDevice *adapters) {
    Owner owner = find(KEY(instance));
    VkResult listed = owner.EnumeratePhysicalDevices(instance, count, adapters);
    if (adapters && *count > 1) second = adapters[1];
    return listed;
}

static VKAPI_ATTR void VKAPI_CALL describe_adapter(VkPhysicalDevice adapter, VkPhysicalDeviceProperties *properties) {
    find(KEY(adapter)).GetPhysicalDeviceProperties(adapter, properties);
    if (adapter == second) strcpy(properties->deviceName, "second adapter");
}

static VKAPI_ATTR void VKAPI_CALL describe_adapter2(VkPhysicalDevice adapter, VkPhysicalDeviceProperties2 *properties) {
    find(KEY(adapter)).GetPhysicalDeviceProperties2(adapter, properties);
    if (adapter == second) strcpy(properties->properties.deviceName, "second adapter");
}

static VKAPI_ATTR VkResult VKAPI_CALL create_instance(
    const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator, VkInstance *instance) {
    VkLayerInstanceCreateInfo *link = (VkLayerInstanceCreateInfo *)info->pNext;
    while (link->sType != VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO || link->function != VK_LAYER_LINK_INFO)
        link = (VkLayerInstanceCreateInfo *)link->pNext;
    PFN_vkGetInstanceProcAddr next = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    VkResult made = ((PFN_vkCreateInstance)next(NULL, "vkCreateInstance"))(info, allocator, instance);
    if (made != VK_SUCCESS) return made;
    Owner owner = {.key = KEY(*instance), .instance = *instance, .instance_next = next};
#define OF_INSTANCE(name) owner.name = (PFN_vk##name)next(*instance, "vk" #name)
    OF_INSTANCE(DestroyInstance);
    OF_INSTANCE(EnumeratePhysicalDevices);
    OF_INSTANCE(GetPhysicalDeviceProperties);
    OF_INSTANCE(GetPhysicalDeviceProperties2);
    add(owner);
    return made;
}

static VKAPI_ATTR void VKAPI_CALL destroy_instance(VkInstance instance, const VkAllocationCallbacks *allocator) {
    void *key = KEY(instance);
    find(key).DestroyInstance(instance, allocator);
    pthread_mutex_lock(&mutex);
    owner_of(key)->key = NULL;
    pthread_mutex_unlock(&mutex);
}

static VKAPI_ATTR VkResult VKAPI_CALL create_device(
    VkPhysicalDevice adapter, const VkDeviceCreateInfo *info, const VkAllocationCallbacks *allocator, VkDevice *device) {
    VkLayerDeviceCreateInfo *link = (VkLayerDeviceCreateInfo *)info->pNext;
    while (link->sType != VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO || link->function != VK_LAYER_LINK_INFO)
        link = (VkLayerDeviceCreateInfo *)link->pNext;
    PFN_vkGetDeviceProcAddr next = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    Owner parent = find(KEY(adapter));
    VkResult made = ((PFN_vkCreateDevice)parent.instance_next(parent.instance, "vkCreateDevice"))(adapter, info, allocator, device);
    if (made != VK_SUCCESS) return made;
    Owner owner = {.key = KEY(*device), .device = *device, .device_next = next};
    owner.DestroyDevice = (PFN_vkDestroyDevice)next(*device, "vkDestroyDevice");
    owner.DeviceWaitIdle = (PFN_vkDeviceWaitIdle)next(*device, "vkDeviceWaitIdle");
#define LOOK_UP(name, word, parameters, arguments) owner.name = (PFN_vk##name)next(*device, "vk" #name);
    CALLS(LOOK_UP)
    add(owner);
    return made;
}

EXPORT VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vkGetDeviceProcAddr(VkDevice device, const char *name) {
    PFN_vkVoidFunction next = find(KEY(device)).device_next(device, name);
    if (!strcmp(name, "vkGetDeviceProcAddr")) return (PFN_vkVoidFunction)vkGetDeviceProcAddr;
    if (!strcmp(name, "vkDestroyDevice")) return (PFN_vkVoidFunction)destroy_device;
    /* What the driver does not have stays absent. */
#define OURS(call, word, parameters, arguments) \
    if (next && !strcmp(name, "vk" #call)) return (PFN_vkVoidFunction)lose_##call;
    CALLS(OURS)
    return next;
}

EXPORT VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vkGetInstanceProcAddr(VkInstance instance, const char *name) {
    if (!strcmp(name, "vkGetInstanceProcAddr")) return (PFN_vkVoidFunction)vkGetInstanceProcAddr;
    if (!strcmp(name, "vkGetDeviceProcAddr")) return (PFN_vkVoidFunction)vkGetDeviceProcAddr;
    if (!strcmp(name, "vkCreateInstance")) return (PFN_vkVoidFunction)create_instance;
    if (!strcmp(name, "vkDestroyInstance")) return (PFN_vkVoidFunction)destroy_instance;
    if (!strcmp(name, "vkCreateDevice")) return (PFN_vkVoidFunction)create_device;
    if (!strcmp(name, "vkEnumeratePhysicalDevices")) return (PFN_vkVoidFunction)list_adapters;
    if (!strcmp(name, "vkGetPhysicalDeviceProperties")) return (PFN_vkVoidFunction)describe_adapter;
    if (!strcmp(name, "vkGetPhysicalDeviceProperties2")) return (PFN_vkVoidFunction)describe_adapter2;
    return instance ? find(KEY(instance)).instance_next(instance, name) : NULL;
}
